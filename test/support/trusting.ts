/** Makes requests of this process trust an authority of a test, by standing in for `https.request`, which is read at call time. */
import https from 'node:https';

/** Gives the function that takes it back. */
export function trusting(ca: string): () => void {
  const real = https.request;
  const trusted = (url: string | URL, options: https.RequestOptions) => {
    const { secureContext: _, ...rest } = options as https.RequestOptions & { secureContext?: unknown };
    return real(url, { ...rest, ca });
  };
  https.request = trusted as typeof https.request;
  return () => {
    https.request = real;
  };
}
