import { describe, expect, it, test } from 'vitest';
import type { Via } from '../../../src/core/model';
import { credentialsOf, hideTokens, holdsCredentials, isPrivate } from '../../../src/core/text/credentials';

const glue = (...parts: readonly string[]) => parts.join('');
const mixed = (n: number) => 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ2bC4eF6hJ8kL0nP2rS4uV6xZ8'.repeat(2).slice(0, n);
const hex = (n: number) => '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'.slice(0, n);
const pem = (kind: string) => `-----BEGIN ${kind}-----`;
/** Put together here, so that no text of the repository looks like a key. */
const KEYS: Record<string, string> = {
  'a private key': `x\n${pem('RSA PRIVATE KEY')}\nMII`,
  'a private key of OpenSSH': pem('OPENSSH PRIVATE KEY'),
  'a private key without a kind': pem('PRIVATE KEY'),
  'a private key of PuTTY': 'PuTTY-User-Key-File-3: ssh-rsa',
  'a private key of PGP': pem('PGP PRIVATE KEY BLOCK'),
  'a key of AWS': glue('AKIA', 'Q3EG7PLMN2ZXCV4B'),
  'a token of GitHub': `ghp_${mixed(36)}`,
  'a fine-grained token of GitHub': `github_pat_${mixed(40)}`,
  'a token of GitLab': `glpat-${mixed(20)}`,
  'a key of a model provider': `sk-proj-${mixed(40)}`,
  'a key of a payment provider': `sk_live_${mixed(24)}`,
  'a token of Slack': `xoxb-1234567890-${mixed(20)}`,
  'a key of Google': `AIza${mixed(35)}`,
  'a token of npm': `npm_${mixed(36)}`,
  'a token of PyPI': `pypi-${mixed(60)}`,
  'a token of Hugging Face': `hf_${mixed(34)}`,
  'a signed token': `eyJ${mixed(20)}.eyJ${mixed(30)}.${mixed(20)}`,
  'an address with a password': `postgres://app:${mixed(12)}@db.internal/app`,
  'a header': `Authorization: Bearer ${mixed(30)}`,
  'a key of a storage account': `AccountName=x;AccountKey=${mixed(60)}==`,
  'an assigned secret': `DB_PASSWORD=${mixed(24)}`,
  'an assigned secret in JSON': `{"client_secret": "${mixed(28)}"}`,
  'an assigned secret in hexadecimal': `api_key: '${hex(40)}'`,
  'a header as a property': `"Proxy-Authorization" : "Basic  ${mixed(20)}"`,
  'a header without spaces': `Authorization:token ${mixed(20)}`,
  'an assigned secret of ten characters': `secret_id_2 := ${'aB3dE5gH7j'.repeat(2)}`,
  'a password after a login': 'machine db.internal login me password hunter2x9',
  'a password of a command': 'curl -u app:hunter2x9 https://db.internal',
  'a password of a tool': 'sshpass -p hunter2x9 ssh db.internal',
  'a password as an option': 'db --password hunter2x9',
  'a password after a login with more spaces': 'machine db.internal login  me  password hunter2x9',
  'a quoted user and password of a command': 'curl -u  "app:hunter2x9" https://db.internal',
  'a password of a tool after more spaces': 'sshpass  -p hunter2x9 ssh db.internal',
  'a password in a longer name': `mypasswd = ${mixed(24)}`,
  'a login': `auth=${mixed(20)}`,
  'a login after spaces': `auth  : ${mixed(20)}`,
  'a short name of a password': `DB_PASS=${mixed(24)}`,
  'a cookie': `Cookie: session=${mixed(24)}`,
  'a password with a digit': 'ftp://app:hunter2x@db.internal',
  'a password with a sign': 'ftp://app:hunt!ers@db.internal',
  'a private key in base64': glue('key: LS0tLS1CRUdJTiB', 'SU0EgUFJJVkFURSBLRVktLS0tLQo'),
  'a private key without a head': glue('MIIEvQIBADANBgkqhkiG9w0BAQE', 'FAASC'),
  'a private key of SSH2': glue('---- BEGIN SSH2 ENCRYPTED ', 'PRIVATE KEY ----'),
  'a login in a configuration': `"auth": "${mixed(20)}"`,
  'a key of a table': `pat${mixed(14)}.${hex(64)}`,
  'a real key after an example': glue('AKIA', 'IOSFODNN7EXAMPLE\nAKIA', 'Q3EG7PLMN2ZXCV4B'),
};
const wallet = (n: number) =>
  'velvet ostrich maple gravity tornado cabbage whale lemon chimney zebra icon ladder solar piano '
    .repeat(2)
    .split(' ')
    .slice(0, n);
Object.assign(KEYS, {
  'the words of a wallet': `Seed phrase: ${wallet(12).join(' ')}`,
  'the words of a wallet below their name': `The recovery phrase is\n\n    ${wallet(24).join(' ')}`,
  'numbered words of a wallet': `Backup words:\n${wallet(12)
    .map((word, i) => `${i + 1}. ${word}\n`)
    .join('')}`,
  'the words of a wallet, two of them twice': `Mnemonic: ${[...wallet(10), ...wallet(2)].join(' ')}`,
  'the words of a wallet after one word for them': `seedwords: ${wallet(12).join(' ')}`,
  'the words of a wallet after a name without a space': `recoveryphrase: ${wallet(12).join(' ')}`,
  'the words of a wallet after a blank': `seed phrase bee ${wallet(11).join(' ')}`,
  'the words of a wallet after bare numbers': `Seed words: ${wallet(12)
    .map((word, i) => `${i + 1}  ${word}`)
    .join(' ')}`,
  'the words of a wallet in code': `const seedPhrase = '${wallet(12).join(' ')}';`,
  'an address with a driver': `postgresql+psycopg2://app:${mixed(12)}@db.internal/app`,
});
for (const name of ['passwd', 'apikey', 'api-key', 'accesskey', 'access-key', 'privatekey', 'private_key'])
  KEYS[`${name} with a value`] = `${name} = ${mixed(24)}`;
for (const name of ['authkey', 'auth-key', 'credential'])
  KEYS[`${name} with a value`] = `${name}: ${mixed(24)}`;
/** The shortest key of each format. One character less is no key. */
const SHORTEST: readonly string[] = [
  `AGE-SECRET-KEY-1${mixed(20).toUpperCase()}`,
  ...['ghp_', 'gho_', 'github_pat_', 'hf_', 'r8_', 'gsk_', 'pplx-', 'lin_api_', 'ntn_', 'ATATT3'].map(
    (name) => name + mixed(30),
  ),
  ...['glpat-', 'sk-', 'sk_', 'sk_live_', 'rk_test_', 'whsec_', 'ya29.', 'GOCSPX-', 'dckr_pat_'].map(
    (name) => name + mixed(20),
  ),
  ...['xoxb-', 'xapp-1-'].map((name) => name + mixed(12)),
  `hooks.slack.com/services/T${mixed(6)}`,
  `AIza${mixed(35)}`,
  `npm_${mixed(36)}`,
  ...['pypi-', 'xai-'].map((name) => name + mixed(40)),
  ...['rubygems_', 'dop_v1_'].map((name) => name + hex(40)),
  ...['shpat_', 'key-', 'SK'].map((name) => name + hex(32)),
  `hvs.${mixed(24)}`,
  `SG.${mixed(16)}.${mixed(16)}`,
  `pat${mixed(14)}.${hex(64)}`,
  `eyJ${mixed(10)}.eyJ${mixed(10)}`,
  `AccountKey=${mixed(30)}`,
  `Authorization: Bearer ${mixed(20)}`,
];
const TEXTS: readonly string[] = [
  ...SHORTEST.map((key) => key.slice(0, -1)),
  `key-${hex(33)}`,
  `SK${hex(33)}`,
  `${hex(31)}-us1`,
  `Authorization: Bearer ${'tokenFromTheLogin'.repeat(2)}`,
  `token = ${'aB3dE5gH7'.repeat(3)}`,
  'token = north_wind_over_quiet_hills',
  `token = build-${hex(32)}`,
  `token = ${hex(32)}-build`,
  'token = h1QzRm2WkXvBnTpLsJdYgF',
  'token = Q3EG7PLMN2ZXCV4BWRTY',
  'token = q3eg7plmn2zxcv4bwrty',
  'ftp://backup1:backup1@db.internal',
  'docker run -u 1000:1000 lamps',
  'curl -u user:password1 https://db.internal',
  'the compass=is a needle of the north and not a word',
  'sign in with your login and a password of twelve letters',
  'lamps --token lighthouse',
  'ftp://app:changeme1@db.internal',
  `Seed phrase: ${wallet(11).join(' ')}`,
  `Seed phrase: ${'abandon '.repeat(11)}about`,
  `Take ${wallet(14).join(' ')}`,
  'A seed phrase is made from twelve words that name your key and open the wallet when the device was lost',
  'ftp://app:hunters@db.internal',
  `Seed phrase: ${'zebra icon lamp '.repeat(4)}`,
  '- BEGIN PRIVATE KEY -----',
  '-----BEGIN PRIVATE KEY -',
  glue('LS0tLS1CRUdJTiB', 'SU0EgU'),
  pem('PUBLIC KEY'),
  pem('CERTIFICATE'),
  glue('AKIA', 'IOSFODNN7EXAMPLE'),
  'const token = getToken(request.headers.authorization);',
  'password: ${{ secrets.DB_PASSWORD }}',
  'export API_KEY="your-api-key-goes-here-please"',
  'postgres://user:password@localhost/db',
  'postgres://postgres:postgres@localhost/db',
  'https://example.com:8080/@scope/name',
  'the class sk-folding-cube-of-the-spinner',
  'token = "0000000000000000000000000000000000"',
  `commit ${hex(40)}`,
  'integrity: sha512-abcdefghijklmnop',
  glue('LS0tLS1CRUdJTiB', 'DRVJUSUZJQ0FURS0tLS0tCk1JSUM'),
];

describe('a text that holds credentials', () => {
  test.each(Object.entries(KEYS))('is recognized by %s', (_, text) =>
    expect(holdsCredentials(text)).toBe(true),
  );
  test.each([...SHORTEST, `${hex(32)}-us19`])('is recognized by its format: %s', (text) =>
    expect(holdsCredentials(text)).toBe(true),
  );
  test.each(TEXTS)('does not include: %s', (text) => expect(holdsCredentials(text)).toBe(false));

  it('is searched in linear time: within the limit of a test', () => {
    for (const piece of [
      'eyJ-',
      'token=',
      'sk-',
      'a://b:',
      '-----BEGIN A ',
      'secret"  ',
      'xoxb-1',
      'a@',
      ' -u ',
      'login a ',
      'seed words ',
      'seed words\n1. lamp ',
      'mysql -',
      'token ab1/',
      'thin:a/',
    ])
      expect(hideTokens(piece.repeat(1_000_000 / piece.length)).length).toBeGreaterThan(0);
  });
});

const SECRETS: readonly string[] = [
  ...['figd_', 'secret_', 'sntrys_', 'glsa_', 'EAAA', 'dapi', 'tskey-auth-', ''].map(
    (name) => name + mixed(32),
  ),
  'q3eg7plmn2zxcv4bwrt8y6uiop1asd5fghjk',
  'Q3EG7PLMN2ZXCV4BWRT8Y6UIOP1ASD5FGHJK',
  ...['psk=', '_auth=', 'Password=', 'api-key: ', 'https://a.example/?sig='].map((name) => `${name}lamp-9x1`),
  '$apr1$x8Hd0Zq1$Zq8vK2pLmN3xWc',
  '$6$rounds=5000$abcd1234$Zq8vK2pLmN3xWc',
  '$2b$12$Zq8vK2pLmN3xWcZq8vK2pL',
  `${mixed(32)}/${mixed(8)}==`,
  'q3eg7plmn2zxcv4bwrt8y6ui',
  'aXbYcZdWeVfUgThSiR1k',
  `aB3/dE5gH7jK9/mN1pQ3sT5vW7yZ2bC4eF/6hJ8==`,
  'Q3EG7-PLMN2-ZXCV4-BWRT8-Y6UIO',
  ...['API key: ', 'token ', 'license_key=', 'session id ', 'private key: 0x'].map((name) => name + hex(64)),
  ...['mysql -u root -p', 'redis-cli -a ', 'docker login -u me -p ', 'smbclient //h/s -U admin%'].map(
    (name) => `${name}lamp-9x1`,
  ),
  'app:lamp-9x1@tcp(db:3306)',
  'jdbc:oracle:thin:scott/lamp-9x1@db',
  'wifi password lamp-9x1',
  'mypasswd lamp-9x1',
  'DB_PASS=lamp-9x1',
  'password  = lamp-9x1',
  '"password" : "lamp-9x1"',
  'apikey=lamp-9x1',
  'Bearer lamp-9x1',
  'token=qWzRtYpSdFgHjKlX',
  'https://q3eg7plmn2zxcv4bwrt8@db.internal',
  ...['X-Amz-Signature', 'sessionid', 'session', 'my.jwt', 'credential'].map((name) => `/?${name}=lamp-9x1`),
  '$2b$12$lampslampslampslamps1x',
  '$argon2i$v=19$lampslampslampslamps1',
  ...['license: ', 'licence: ', 'session: ', 'sessionid: ', 'app_id: ', 'appid: ', '"key" : "'].map(
    (name) => name + hex(40),
  ),
  'aB3dE5g/H7jK9mN1p/Q3sT5vW7y/Z2bC4eF6h',
  'app:aB3dE5g/H7jK9mN1p/Q3sT5vW7y/Z2bC4eF6h',
  'q3Eg7Plmn2-NzXcVbWrTkJh-4d8f',
  'xQzTbWnRkLpVmHsJdG7f',
  'Q3EGX-PLMN2-ZXCVB-BWRT8-YUIOP',
  'bcdf3ghjk5lmnp7qrstvbcdfghjklm',
  'QZEG7PLMNHZXCV4BWRTKYXJKLP1ASDGFGHJK',
  'BcdFgkHjmLnpQrsTvwXyz2',
  'aXeYiZoWuQ1aXeYiZoWuQ2b',
  `https://${hex(32)}@db.internal`,
  ...['mysqldump-x -u root -p', 'mongosh -p ', 'ldapsearch -w ', '7z a x -p', '7za a x -p', 'unzip -P='].map(
    (name) => `${name}lamp-9x1`,
  ),
  ...['htpasswd -b users bob ', 'htpasswd -bc users bob ', 'smbclient -U  admin%', 'svn ls -p "'].map(
    (name) => `${name}lamp-9x1`,
  ),
  'sqlplus  scott/lamp-9x1@db',
];
const OPEN: readonly string[] = [
  `commit ${hex(40)}`,
  '808989fd-3a6e-4af2-b607-737323a176f6',
  'convertUtf8ToUtf16LittleEndian',
  'ed25519KeyPairKeyObjectOptions',
  'NODE_20_WITH_OPENSSL_3_AND_ICU_74',
  'upgrade-from-v1-to-v2-and-then-to-v3',
  'https://github.com/lamps/lamps/blob/9b8a6deabcd50adc056a64fb705896194710c5c6/src/index.ts',
  'abcdefghijklmnopqrstuvwxyzABCDEF0123456789',
  'the $2 lamp and the $6 lamp',
  'docker run -p 127.0.0.1:8080:80 lamps',
  'src/core2/text9/Utf8Reader/index2/Main3',
  'proxy_pass http://192.168.122.27:80',
  'getHTTPResponseCodeFromXMLHttpRequest2',
  `public/images/${hex(40)}`,
  'token=98765432',
  'token=getTokenFromTheHeader',
  'token=qWzRtYpSd',
  'https://lamp-9x1@db.internal',
  `https://${hex(32)}.db.internal`,
  'lamps-RAIN1-WINDS-SNOW2-FOGS3-CLOUD',
  'RAIN1-WINDS-SNOW2-FOGS3-CLOUDxyz',
  'aB3-dE5-gH7-jK9-mN1-pQ',
  'lamp-wind-snow-aB3dE5gH7jK9mN1pQ',
  'qWzRtYpSdFgHjKlXbVnMcQ',
  'RAIN1-LAMPS-WINDS-SNOW2-FOGS',
  '12345-67890-12345-67890-1XYZ',
  'chapter1section2figure3page4',
  'isFirstByteOf3ByteUtf8Characters',
  'q3eg7plmn/2zxcv4bwrt8/y6uiop1asd5',
  'bcdf3ghjk5lmnp7qrstv',
  'bc3df_gh4jk_lm5np_qr6st',
  'aB3dE5g/H7jK9mN1p/Q3sT5vW7y/Z2bC4eF6h.js',
  './aB3dE5g/H7jK9mN1p/Q3sT5vW7y/Z2bC4eF6h',
];
const FORMAT = `shpat_${hex(32)}`;

describe('a text for a model', () => {
  test.each(SECRETS)('does not contain the secret of %s', (text) => {
    const sent = hideTokens(`before ${text} after`);
    expect(sent).toMatch(/^before .{0,40}•{8,}\S{0,6}(?:db\S{0,9})? after$/);
    expect(sent).toHaveLength(text.length + 13);
  });
  test.each(OPEN)('is unchanged: %s', (text) => expect(hideTokens(text)).toBe(text));

  it('keeps what is between secrets of different kinds', () =>
    expect(hideTokens(`token lamp-9x1, ${FORMAT}.lamp/~9 and psk=lamp-9x2`)).toBe(
      `token ${'•'.repeat(8)}, ${'•'.repeat(46)} and psk=${'•'.repeat(8)}`,
    ));
  it('ends where a private key begins', () =>
    expect(hideTokens(`x ${pem('RSA PRIVATE KEY')}\nMII lamp`)).toMatch(/^x •+$/));
});

test.each<[Via, boolean]>([
  ['workspace', true],
  ['git', true],
  ['memory', true],
  ['user', true],
  ['direct', false],
])('a source from %s is private: %j', (via, own) => {
  expect(isPrivate({ via })).toBe(own);
  expect(credentialsOf({ via, text: FORMAT })).toBe(own ? 'credentials_text' : undefined);
  expect(credentialsOf({ via, text: 'lamps' })).toBe(undefined);
  expect(credentialsOf({ via, text: 'lamps', sensitive: 'credentials_file' })).toBe('credentials_file');
});
