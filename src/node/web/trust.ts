/** Which certificate authorities are believed outside the editor: Node's own, `NODE_EXTRA_CA_CERTS`, and the system's where Node can read them. */
import tls from 'node:tls';

let context: tls.SecureContext | undefined;

/** Options for a TLS connection to a source. Inside the editor nothing is passed: a `ca` of ours would switch off the user's. */
export function trust(inEditor: boolean): { rejectUnauthorized: true; secureContext?: tls.SecureContext } {
  if (inEditor || !('getCACertificates' in tls)) return { rejectUnauthorized: true };
  context ??= tls.createSecureContext({
    ca: [...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])],
  });
  return { rejectUnauthorized: true, secureContext: context };
}
