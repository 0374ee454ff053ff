/** Each generated part of docs/, by name, with its page. */
export const PARTS: Readonly<Record<string, { readonly page: string }>>;
/** The page of a part, renewed from the manifest, the schema or the command line. */
export function renewed(name: string): string;
