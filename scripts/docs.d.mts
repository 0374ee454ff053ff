/** Generated parts of docs/, by name, with their pages. */
export const PARTS: Readonly<Record<string, { readonly page: string }>>;
/** The page of a part, regenerated from the manifest, the schema or the command line. */
export function renewed(name: string): string;
