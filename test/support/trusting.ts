import https from 'node:https';
import tls from 'node:tls';

type Trusting = https.RequestOptions & { secureContext?: unknown };

/**
 * Makes connections of this process trust a test authority by replacing `https.request` and `tls.connect`, which are read at call time.
 * Returns a function that restores them.
 */
export function trusting(ca: string): () => void {
  const { request } = https;
  const { connect } = tls;
  const trusted = <T extends object>({ secureContext: _, ...rest }: T & { secureContext?: unknown }) => ({
    ...rest,
    ca,
  });
  https.request = ((url: URL, options: Trusting) => request(url, trusted(options))) as typeof https.request;
  tls.connect = ((options: tls.ConnectionOptions) => connect(trusted(options))) as typeof tls.connect;
  return () => {
    https.request = request;
    tls.connect = connect;
  };
}
