/** A page with the tables of a report renewed between its two marks. */
export function renewedPage(page: string, name: string, report: unknown): string;
