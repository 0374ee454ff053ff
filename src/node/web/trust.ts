/** Certificate authorities trusted outside the editor: Node's own, `NODE_EXTRA_CA_CERTS`, and the system's where Node can read them. */
import tls from 'node:tls';

let context: tls.SecureContext | undefined;

export function trust(): { rejectUnauthorized: true; secureContext?: tls.SecureContext } {
  if (!('getCACertificates' in tls)) return { rejectUnauthorized: true };
  context ??= tls.createSecureContext({
    ca: [...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])],
  });
  return { rejectUnauthorized: true, secureContext: context };
}
