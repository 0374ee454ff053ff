/** A page with the tables of a report renewed between its two marks. */
export function renewedPage(page: string, name: string, report: unknown): string;
/** A page with the table of mutation testing renewed. */
export function mutationPage(page: string, report: unknown): string;
