/** A page with the report's tables between its two marks updated. */
export function renewedPage(page: string, name: string, report: unknown): string;
/** A page with the table of mutation testing updated. */
export function mutationPage(page: string, report: unknown): string;
