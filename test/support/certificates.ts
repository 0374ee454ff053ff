/** X.509 certificates created for test servers: the repository contains no key, and no tool has to be installed. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';

export type Certificate = { readonly cert: string; readonly key: string };
export type Authority = Certificate & {
  /** Issues a certificate for these names and addresses. `days` from today, negative for an expired one. */
  issue(hosts: readonly string[], days?: number): Certificate;
  /** An authority below this one. */
  below(name: string): Authority;
};

const DAY = 86_400_000;
const ECDSA_SHA256 = '1.2.840.10045.4.3.2';

/** A self-signed authority that is not trusted by default. */
export function authority(name: string): Authority {
  const own = keys();
  return make(
    name,
    own,
    build({ subject: name, issuer: name, own, signer: own.privateKey, isAuthority: true }),
  );
}

type Keys = { readonly publicKey: KeyObject; readonly privateKey: KeyObject };

const keys = (): Keys => generateKeyPairSync('ec', { namedCurve: 'P-256' });

function make(name: string, own: Keys, cert: string): Authority {
  const signed = (subject: string, holder: Keys, extra: Partial<Request>): string =>
    build({ subject, issuer: name, own: holder, signer: own.privateKey, ...extra });
  return {
    ...pair(cert, own),
    issue(hosts, days = 30) {
      const holder = keys();
      return pair(signed(hosts[0] ?? 'nobody', holder, { hosts, days }), holder);
    },
    below(child) {
      const holder = keys();
      return make(child, holder, signed(child, holder, { isAuthority: true }));
    },
  };
}

const pair = (cert: string, own: Keys): Certificate => ({
  cert,
  key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
});

type Request = {
  readonly subject: string;
  readonly issuer: string;
  readonly own: Keys;
  readonly signer: KeyObject;
  readonly hosts?: readonly string[];
  readonly days?: number;
  readonly isAuthority?: boolean;
};

/** RFC 5280, 4.1: only the necessary part. */
function build({
  subject,
  issuer,
  own,
  signer,
  hosts = [],
  days = 30,
  isAuthority = false,
}: Request): string {
  const now = Date.now();
  const algorithm = seq(oid(ECDSA_SHA256));
  const extensions = [
    ...(isAuthority ? [extension('2.5.29.19', seq(tlv(0x01, Buffer.from([0xff]))))] : []),
    ...(hosts.length > 0 ? [extension('2.5.29.17', seq(...hosts.map(generalName)))] : []),
  ];
  const body = seq(
    tlv(0xa0, integer(2)),
    integer(now % 2 ** 31),
    algorithm,
    distinguished(issuer),
    seq(time(now + Math.min(days, 0) * DAY - DAY), time(now + days * DAY)),
    distinguished(subject),
    own.publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, seq(...extensions)),
  );
  const signature = sign('sha256', body, signer);
  const der = seq(body, algorithm, tlv(0x03, Buffer.from([0]), signature));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function tlv(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size = Buffer.from(
    length.toString(16).padStart(length > 0xffff ? 6 : length > 0xff ? 4 : 2, '0'),
    'hex',
  );
  return Buffer.concat([Buffer.from([tag, 0x80 | size.length]), size, content]);
}

const seq = (...parts: readonly Buffer[]): Buffer => tlv(0x30, ...parts);

function integer(value: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(value, 0, 6);
  const first = bytes.findIndex((b) => b !== 0);
  const short = bytes.subarray(first < 0 ? 5 : first);
  return tlv(0x02, Buffer.from((short[0] ?? 0) >= 0x80 ? [0, ...short] : short));
}

function oid(dotted: string): Buffer {
  const [a = 0, b = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [a * 40 + b, ...rest.flatMap(base128)];
  return tlv(0x06, Buffer.from(bytes));
}

function base128(value: number): number[] {
  const digits = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return digits;
}

const distinguished = (name: string): Buffer =>
  seq(tlv(0x31, seq(oid('2.5.4.3'), tlv(0x0c, Buffer.from(name.slice(0, 64))))));

/** GeneralizedTime with seconds, in UTC. */
const time = (ms: number): Buffer =>
  tlv(
    0x18,
    Buffer.from(
      new Date(ms)
        .toISOString()
        .replace(/\.\d+Z$/, 'Z')
        .replace(/[-:T]/g, ''),
    ),
  );

const extension = (id: string, value: Buffer): Buffer => seq(oid(id), tlv(0x04, value));

function generalName(host: string): Buffer {
  if (isIP(host) === 0) return tlv(0x82, Buffer.from(host));
  if (isIP(host) === 4) return tlv(0x87, Buffer.from(host.split('.').map(Number)));
  return tlv(0x87, v6Bytes(host));
}

function v6Bytes(host: string): Buffer {
  const [head = '', tail = ''] = new URL(`http://[${host}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const zeros = 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(Math.max(0, zeros)).fill('0'), ...groups(tail)];
  return Buffer.from(all.map((g) => g.padStart(4, '0')).join(''), 'hex');
}
