/** The README with its table of settings renewed from the manifest. */
export function renewed(readme: string): string;
