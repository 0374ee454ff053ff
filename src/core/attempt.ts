/** What `make` returns; undefined if it throws. For calls that refuse an input only by an exception. */
export function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
