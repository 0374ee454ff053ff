/** Generated parts of docs/, by name, with their pages. */
export const PARTS: Readonly<Record<string, { readonly page: string }>>;
/** The page of a part, regenerated from the manifest, the schema or what the command line, the built one unless given, prints. */
export function renewed(name: string, run?: (args: readonly string[]) => Promise<string>): Promise<string>;
