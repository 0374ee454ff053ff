/** Detects credentials: files by name, texts by content. Both are withheld from models. */
import type { Cause } from '../causes';
import type { Source, Span, Via } from '../model';
import { wordSet } from './wordSet';

/** Folders of tools that store keys, matched before the file name. */
const FOLDERS =
  /(?:^|\/)(?:\.(?:git|ssh|gnupg|aws|azure|kube|gcloud|oci|chef|password-store|databricks|snowsql|kaggle|huggingface|netlify|vercel|terraform\.d|subversion\/auth|mozilla|fly|pulumi|gem|sops)|\.config\/(?:gcloud|gh|glab|op|rclone|doctl|configstore|sops|helm|containers)|\.local\/share\/keyrings|keychains)\//;
/** Suffixes of copies. */
const COPY =
  /(?:\.(?:bak|backup|old|orig|original|save|saved|copy|tmp|temp|swp|swo|dist-local|disabled|rej|prev|previous|\d{1,8})|~|[-_ ]?\(\d\)|[-_ ](?:copy|backup|bak|old)\d?)$/;

/** Complete file names. */
const NAMES = wordSet(
  '.envrc .flaskenv .npmrc .yarnrc .yarnrc.yml .pypirc .netrc _netrc .git-credentials .gitcredentials .htpasswd .pgpass pgpass.conf ' +
    '.my.cnf .mylogin.cnf .dockercfg .dockerconfigjson .terraformrc terraform.rc .vault-token .s3cfg .boto .passwd-s3fs .fetchmailrc .msmtprc ' +
    '.rclone.conf rclone.conf .databrickscfg .snowsql.cnf .kaggle.json kaggle.json .renviron .netlify .ngrok.yml ngrok.yml ' +
    'wp-config.php local_settings.py settings.local.php local.settings.json auth.json settings-security.xml consolehost_history.txt ' +
    'application_default_credentials.json vault_pass .vault_pass vault_pass.txt .vault_pass.txt .vault-pass .vault_password vault-password.txt ' +
    'msal_token_cache.json sftp-config.json .ftpconfig filezilla.xml sitemanager.xml key.properties keystore.properties vault.yml vault.json ' +
    '.sentryclirc .claude.json wpa_supplicant.conf rootkey.csv key4.db logins.json login.keychain-db cookies.sqlite cookies.txt wallet.dat ' +
    'google-services.json googleservice-info.plist id_rsa id_dsa id_ecdsa id_ed25519',
);
/** Names that are too common without their folder. */
const PLACES =
  /(?:^|\/)(?:\.config\/hub|\.docker\/config\.json|\.m2\/settings\.xml|\.gradle\/gradle\.properties|\.dbt\/profiles\.yml|\.pip\/pip\.conf|\.nuget\/nuget\.config|\.codex\/.+\.json|etc\/shadow)$/;
const ENDINGS =
  /\.(?:pem|key|p8|p12|pfx|pkcs12|jks|jceks|bks|keystore|truststore|kdbx?|psafe3|1pux|agilekeychain|ppk|tfstate|tfvars|gpg|pgp|mobileprovision|ovpn|agekey|keytab|keychain|rdp|kubeconfig|env|htpasswd|pgpass)(?:\.json)?$/;
const FORMS =
  /^(?:\.env[._-].+|wg\d+\.conf|(?:bitwarden|lastpass)[_-].*\.(?:json|csv)|env\.(?:local|prod|production|staging)|id_(?:rsa|dsa|ecdsa|ed25519)[._-].+|ssh_host_.+_key|kube-?config.*|.+[._-]kube-?config.*|.*firebase-adminsdk.*\.json|\.[a-z_-]+_history|\.rhistory|.*(?:private|secret)[._-]?key.*\.(?:asc|txt|json|der|xml)|(?:private|secret|my)\.asc|(?:aws|azure|gcp|gcloud)[_-]key\.json|.+_rsa|.+_ed25519)$/;
/** Words that describe the content of data files; a module or page with such a name contains no credentials itself. */
const WORDS =
  /^\.?tokens?(?:\.|$)|(?:^|[._-])(?:credentials?|creds?|secrets?|passwords?|passwd|passphrases?|api[._-]?keys?|access[._-]?(?:keys?|tokens?)|(?:o?auth|refresh|api|bearer|deploy|github|gitlab|slack|bot)[._-]?tokens?|clientsecrets?|service[._-]?accounts?(?:keys?)?|private[._-]?keys?|secretkeys?)(?:[._-]|$)/;
const DATA =
  /^\.?[^.]+$|\.(?:json[5c]?|ya?ml|toml|ini|cfg|conf|config|env|properties|xml|plist|csv|tsv|txt|log|kv|dat|db|sqlite3?|hcl|tfrc|xlsx?)$|\.(?:local|prod|production|staging|dev)$/;
/** Templates without values, and public keys. */
const HARMLESS = /[._-](?:example|sample|template|tmpl|dist|defaults?|schema)(?:\.\w{1,5})?$|\.pub$/;

/** Why a file may contain credentials, else undefined. `path` is relative to the workspace, with `/`. */
export function credentialsByName(path: string): Cause | undefined {
  const lower = path.toLowerCase();
  if (FOLDERS.test(lower)) return 'credentials_folder';
  let file = lower;
  for (let i = 0; i < 4 && COPY.test(file); i++) file = file.replace(COPY, '');
  const name = file.slice(file.lastIndexOf('/') + 1);
  if (HARMLESS.test(name)) return undefined;
  const isTold =
    NAMES.has(name) ||
    ENDINGS.test(name) ||
    FORMS.test(name) ||
    PLACES.test(file) ||
    (WORDS.test(name) && DATA.test(name));
  return isTold ? 'credentials_file' : undefined;
}

/** Keys with a vendor-specific format. */
const KEYS: readonly RegExp[] = [
  /-{4,5} ?BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g,
  /\bLS0tLS1CRUdJTiB(?!DRVJU|QVUJM)[\w+/]{20}|\bMI[\w+/]{2,6}IBADANBgkqhkiG9w0BAQE/g, // the same in base64
  /PuTTY-User-Key-File-\d|AGE-SECRET-KEY-1[A-Z0-9]{20}/g,
  /\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b/g,
  /\bgh[pousr]_[A-Za-z0-9]{30}|\bgithub_pat_\w{30}|\bgl(?:pat|ptt|rt|dt|cbt|soat|ft)-[\w-]{20}/g,
  /\bsk-(?=[\w-]{0,40}\d)[\w-]{20}|\b(?:sk|rk|whsec)_(?:live_|test_|prod_)?[A-Za-z0-9]{20}/g,
  /\bxox[a-z]-[\w-]{12}|\bxapp-\d-[\w-]{12}|hooks\.slack\.com\/services\/T\w{6}/g,
  /\bAIza[\w-]{35}|\bya29\.[\w-]{20}|\bGOCSPX-[\w-]{20}/g,
  /\bnpm_[A-Za-z0-9]{36}|\bpypi-[\w-]{40}|\bdckr_pat_[\w-]{20}|\brubygems_[a-f0-9]{40}/g,
  /\bhf_[A-Za-z0-9]{30}|\br8_[A-Za-z0-9]{30}|\bgsk_[A-Za-z0-9]{30}|\bpplx-[A-Za-z0-9]{30}|\bxai-[A-Za-z0-9]{40}/g,
  /\bSG\.[\w-]{16,40}\.[\w-]{16}|\bkey-[a-f0-9]{32}\b|\bSK[a-f0-9]{32}\b|\b[a-f0-9]{32}-us\d{1,2}\b/g,
  /\bdo[opr]_v1_[a-f0-9]{40}|\bshp(?:at|ss|ca|pa)_[a-fA-F0-9]{32}|\bhv[sb]\.[\w-]{24}|\blin_api_\w{30}|\bntn_\w{30}|\bpat\w{14}\.[a-f0-9]{64}|\bATATT3[\w-]{30}/g,
  /\beyJ[\w-]{10,300}\.eyJ[\w-]{10,300}/g,
  /\b(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{30}/gi,
  /\b(?:Authorization|Proxy-Authorization)["']?\s{0,4}[:=]\s{0,4}["']?(?:Basic|Bearer|token)\s{1,4}(?=[\w+/=.-]{0,60}\d)[\w+/=.-]{20}/gi,
];
/** A password in a URL. */
const IN_ADDRESS =
  /\b[a-z][a-z\d+]{1,24}:\/\/([^\s/:@'"<>${}[\]]{0,80}):([^\s/:@'"<>${}[\]*]{6,120})@[^\s'"]/gi;
/** A name that suggests a secret, with a plausible value. */
const ASSIGNED =
  /(?:passw(?:or)?d|(?<![a-z])pass|pwd|cookie|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?key|(?<![a-z])auth(?=["']?\s{0,8}[:=])|credential)[\w-]{0,30}["']?\s{0,8}[:=]{1,2}>?\s{0,8}["'`]?([\w+/=-]{20,200})/gi;
/** A password that a command line or a `.netrc` gives. */
const GIVEN =
  /(?:\blogin\s{1,4}\S{1,80}\s{1,4}password|\bsshpass\s{1,4}-p|\s--(?:password|token|api-key|secret)|\s(?:-u|--user)\s{1,4}["']?[\w.@-]{1,60}:)\s{0,4}["']?([^\s"':]{8,200})/gi;
/** The words of a wallet after a name for them, also numbered. None of these short words of prose is in the lists. */
const WORDS_OF_WALLET =
  /\b(?:mnemonics?|seed[ _-]?(?:phrase|words)|seedphrase|(?:recovery|backup|secret)[ _-]?(?:phrase|words))\b[^\n]{0,40}?[:='"`\s]\s{0,8}((?:(?:\d\d?[.)]?\s{1,4})?(?!(?:the|and|are|for|from|your|was|not|but|has|its|which)\b)[a-z]{3,8}\b[\s,]{0,4}){12,24})/gi;
const PLACEHOLDER =
  /example|sample|placeholder|your|change|replace|dummy|fake|xxxx|0000|12345|abcde|todo|redacted|insert|password|secret/i;

/** Long, with mixed letters and digits and no words. */
function isRandom(value: string): boolean {
  if (PLACEHOLDER.test(value) || new Set(value).size < 10) return false;
  if (/^[a-f0-9]{32,}$/i.test(value)) return true;
  return /\d.*\d.*\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value);
}

/** A short password after a name that suggests one, as in `password: …`. */
const SHORT =
  /(?:passw(?:or)?d|passphrase|(?<![a-z])pass|pwd|psk|secret|token|bearer|_auth|api[ _-]?key)["'`*]{0,3}\s{0,4}(?::=|[:=]|\bis\b|[ \t])\s{0,4}["'`*]{0,3}(?!https?:)([^\s"'`*,;<>(){}[\]$]{6,200})/gi;
/** A password that a tool takes, or one between a user and a database. */
const TAKEN =
  /(?:\b(?:mysql|maria)[\w-]{0,20}|\b(?:mongo\w{0,8}|redis-cli|ldap\w{2,9}|smbclient|unzip|7z[ar]?|sshpass|svn|htpasswd)|\b(?:docker|podman|az|oc|cf) login)\b[^\n|;]{0,120}?\s(?:-[apPw]|-U\s{0,2}\w{1,30}%|-bc?\s\S{1,60}\s\w{1,30})[ =]?["']?([^\s"'$<{]{8,200})|\b(?:thin:|sqlplus\s{1,4})\w{1,40}\/([^\s@/]{6,120})(?=@)|\b\w{1,40}:([^\s:@/]{6,120})(?=@tcp\()/g;
/** A hexadecimal key after a name for it. */
const HEXADECIMAL =
  /(?:key|token|secret|auth|licen[cs]e|session(?:[ _-]?id)?|app[ _-]?id)["'`*]{0,3}\s{0,4}(?::=|[:=]|\bis\b)?\s{0,4}["'`*]{0,3}((?:0x)?[a-f\d]{32,128})\b/gi;
/** A parameter of an address whose name suggests a secret, or a long user name. */
const PARAMETER =
  /[?&#;][\w.-]{0,40}(?:token|key|sig(?:nature)?|secret|auth|credential|jwt|session(?:id)?|sid)=([^\s&#"'<>)\]|]{6,4000})|:\/\/([\w.~%+-]{20,400})(?=@)/gi;

const SWITCH = /[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g;
const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;
/** How often letters and digits alternate, less half the vowels, of which names have more: about 0.5 in random text, 0.1 in names. */
const randomness = (text: string, length = text.length): number =>
  (count(text, SWITCH) - count(text, /[aeiou]/gi) / 2) / length;
/** More of it is hardly ever a name. */
const RANDOM = 0.32;

const mayBeSecret = (value: string): boolean =>
  /[a-z]/i.test(value) && (/\d/.test(value) || (value.length >= 16 && randomness(value) > RANDOM));

/** Keys with a vendor's format; an example isn't one. */
function* keysIn(text: string): Generator<Span> {
  for (const key of KEYS)
    for (const { 0: found, index } of text.matchAll(key))
      if (!/EXAMPLE/i.test(found)) yield { start: index, end: index + found.length };
}

/** The last group that took part in a match. */
const told = (match: RegExpMatchArray): string => match.findLast(Boolean) ?? '';
function valueOf(match: RegExpMatchArray): Span {
  const value = told(match);
  const start = (match.index ?? 0) + match[0].lastIndexOf(value);
  return { start, end: start + value.length };
}

function* plausible(text: string, pattern: RegExp): Generator<Span> {
  for (const match of text.matchAll(pattern))
    if (mayBeSecret(told(match)) && !PLACEHOLDER.test(told(match))) yield valueOf(match);
}

function* passwordsIn(text: string): Generator<Span> {
  for (const match of text.matchAll(IN_ADDRESS)) {
    const [, user = '', password = ''] = match;
    if (!PLACEHOLDER.test(password) && password !== user && /\d|[^\w]/.test(password)) yield valueOf(match);
  }
  for (const match of text.matchAll(WORDS_OF_WALLET))
    if (new Set(match[1]?.match(/[a-z]+/g)).size >= 10) yield valueOf(match);
  for (const match of text.matchAll(ASSIGNED)) if (isRandom(match[1] ?? '')) yield valueOf(match);
  yield* plausible(text, GIVEN);
}

/** The hash of a password, as in `/etc/shadow` and `.htpasswd`. */
const HASHED = /\$(?:apr1|[156y]|2[abxy]|argon2(?:id?|d))\$([\w./$,=+-]{20,300})/g;

/** What only a cautious reader takes for a secret: hiding one too many costs little. */
function* likelyIn(text: string): Generator<Span> {
  for (const pattern of [SHORT, TAKEN, HEXADECIMAL, PARAMETER, HASHED]) yield* plausible(text, pattern);
}

const RUN = /(?<![\w+-])[\w+-]{20,400}/g;
/** Base64 with a slash, but no path or address. */
const BASE64 = /(?<![\w+/.-])(?=[\w+]*\/)[A-Za-z\d+/]{28,400}(?![\w.-])/g;
const GROUPS = /^(?:[A-Z\d]{4,6}-){3,7}[A-Z\d]{4,6}$/;

/** Whether a run is like random text and unlike names. A hexadecimal hash isn't a key. */
function isToken(run: string): boolean {
  const plain = run.replace(/^(?:[a-z]{1,12}[_-]){1,3}|[^A-Za-z\d]/gi, '');
  const digits = count(plain, /\d/g);
  if (plain.length < 20 || /^[a-f\d]+$/i.test(plain) || digits === 0) return false;
  if (GROUPS.test(run)) return digits >= 3 && digits < plain.length - 3;
  const own = randomness(run, plain.length);
  if (/[a-z]/.test(plain) && /[A-Z]/.test(plain)) return own > RANDOM;
  return own > 0.12 && !run.includes('/') && (plain.length >= 30 || (digits > 3 && !/[_-]/.test(run)));
}

function* tokensIn(text: string): Generator<Span> {
  for (const pattern of [RUN, BASE64])
    for (const { 0: run, index } of text.matchAll(pattern))
      if (isToken(run)) yield { start: index, end: index + run.length };
}

/** Whether a text contains a key, token or password. Typical tutorial examples don't count. Linear time. */
export const holdsCredentials = (text: string): boolean =>
  keysIn(text).next().done !== true || passwordsIn(text).next().done !== true;

/** Replaces each unit of what `keys` and `values` find by a dot. */
function masked(text: string, keys: Iterable<Span>, values: Iterable<Span>): string {
  const rest = /[\w+/=.~%-]*/y;
  const spans = [...values];
  for (const { start, end } of keys) {
    rest.lastIndex = end;
    const isBlock = text.startsWith('----', start);
    spans.push({ start, end: isBlock ? text.length : end + (rest.exec(text)?.[0].length ?? 0) });
  }
  if (spans.length === 0) return text;
  let hidden = '';
  for (const { start, end } of spans.sort((a, b) => a.start - b.start)) {
    hidden += text.slice(hidden.length, Math.max(hidden.length, start));
    hidden += '•'.repeat(Math.max(0, end - hidden.length));
  }
  return hidden + text.slice(hidden.length);
}

/**
 * The text with a dot for each unit of its secrets, so that offsets stay valid: keys with what continues them, passwords (also short ones
 * after a name), and secret parameters of addresses. Linear time.
 */
export const hideCredentials = (text: string): string =>
  masked(text, keysIn(text), [...passwordsIn(text), ...likelyIn(text)]);

/** As `hideCredentials`, for a model: it needs no random text, which may be a key of any vendor. */
export const hideTokens = (text: string): string => masked(hideCredentials(text), tokensIn(text), []);

/** Local sources may contain keys whatever their name; what is on the web is public. */
const PRIVATE: ReadonlySet<Via> = new Set<Via>(['workspace', 'git', 'memory', 'user']);

/** Whether only the user may decide who reads this source. */
export const isPrivate = ({ via }: Pick<Source, 'via'>): boolean => PRIVATE.has(via);

/** Why a source must not be sent to a model, if so. */
export const credentialsOf = ({
  sensitive,
  text,
  via,
}: Pick<Source, 'sensitive' | 'text' | 'via'>): Cause | undefined =>
  sensitive ?? (isPrivate({ via }) && holdsCredentials(text) ? 'credentials_text' : undefined);
