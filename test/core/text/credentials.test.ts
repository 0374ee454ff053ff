import { describe, expect, it, test } from 'vitest';
import { credentialsByName, holdsCredentials } from '../../../src/core/text/credentials';

const HELD = (
  '.env .env.local .env.production .env-prod .env_local .env.bak prod.env .envrc .flaskenv env.local a/b/.env .ENV ' +
  'id_rsa id_rsa.bak id_rsa.old id_ed25519 id_ed25519_work id_ecdsa~ deploy_rsa ssh_host_rsa_key keys/server.pem server.key server.key.bak ' +
  'server.key.1 cert.p12 cert.pfx AuthKey_X.p8 store.jks app.keystore vault.kdbx putty.ppk private.asc private-key.asc secret.gpg x.ovpn ' +
  'x.mobileprovision krb5.keytab login.keychain-db passwords.psafe3 ' +
  '.npmrc .yarnrc.yml .pypirc .netrc _netrc .git-credentials .htpasswd .pgpass .my.cnf .mylogin.cnf .dockercfg .docker/config.json .vault-token ' +
  '.s3cfg .boto .terraformrc .databrickscfg kaggle.json rclone.conf .cargo/credentials.toml .dbt/profiles.yml ' +
  '.ssh/config .ssh/known_hosts .gnupg/trustdb .aws/config .aws/credentials .azure/accessTokens.json .kube/config .password-store/a ' +
  '.config/gcloud/application_default_credentials.json application_default_credentials.json .config/gcloud/legacy/x .config/gh/hosts.yml ' +
  '.config/hub gha-creds-1a2b.json auth.json .m2/settings.xml .m2/settings-security.xml .gradle/gradle.properties ' +
  'terraform.tfstate terraform.tfstate.backup prod.tfvars prod.auto.tfvars prod.tfvars.json credentials credentials.csv credentials.json ' +
  'google-credentials.json my_credentials.yaml creds.json db-creds.txt secrets.txt secrets.yml secrets.json app.secrets.json k8s/secret.yaml ' +
  'passwords.txt passwd password.csv api-keys.json api_key.txt apikey access_token.txt auth-token.json token tokens.json client_secret_1.json ' +
  'service-account.json service_account_key.json serviceAccountKey.json firebase-adminsdk.json x-firebase-adminsdk-1.json ' +
  'google-services.json GoogleService-Info.plist local.settings.json wp-config.php wp-config.php.bak local_settings.py vault_pass.txt ' +
  '.bash_history .zsh_history .python_history .psql_history .mysql_history .node_repl_history ConsoleHost_history.txt ' +
  'kubeconfig kubeconfig.yaml prod-kubeconfig.yml cluster.kubeconfig cookies.txt wallet.dat logins.json'
).split(' ');
const HARMLESS = (
  '.env.example .env.sample .env.template id_rsa.pub src/env.ts src/credentials.ts docs/secrets.md password_reset.py token.go tokenizer.json ' +
  'lexer/tokens.rs hosts.yml settings.xml config.json keys.md src/keyboard.json monkey.json public.asc README.md .github/workflows/a.yml ' +
  '.gitignore .git-blame-ignore-revs docs/adoc.asc package.json secretary.txt environment.yml src/auth.py passport.json credits.txt gradle.properties'
).split(' ');

describe('a file that may hold credentials', () => {
  it('is recognized by more than a hundred names', () => expect(HELD.length).toBeGreaterThan(100));
  test.each(HELD)('%s', (name) => expect(credentialsByName(name)).toMatch(/^credentials_/));
  test.each(HARMLESS)('is not %s', (name) => expect(credentialsByName(name)).toBeUndefined());
});

const glue = (...parts: readonly string[]) => parts.join('');
const mixed = (n: number) => 'aB3dE5gH7jK9mN1pQ3sT5vW7yZ2bC4eF6hJ8kL0nP2rS4uV6xZ8'.repeat(2).slice(0, n);
const hex = (n: number) => '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'.slice(0, n);
const pem = (kind: string) => `-----BEGIN ${kind}-----`;
/** Put together here, so that no text of the repository looks like a key. */
const KEYS: Readonly<Record<string, string>> = {
  'a private key': `x\n${pem('RSA PRIVATE KEY')}\nMII`,
  'a private key of OpenSSH': pem('OPENSSH PRIVATE KEY'),
  'a private key without a kind': pem('PRIVATE KEY'),
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
  'a real key after an example': glue('AKIA', 'IOSFODNN7EXAMPLE\nAKIA', 'Q3EG7PLMN2ZXCV4B'),
};
const TEXTS: readonly string[] = [
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
];

describe('a text that holds credentials', () => {
  test.each(Object.entries(KEYS))('is recognized by %s', (_, text) =>
    expect(holdsCredentials(text)).toBe(true),
  );
  test.each(TEXTS)('is not: %s', (text) => expect(holdsCredentials(text)).toBe(false));

  it('is searched in linear time', () => {
    const start = performance.now();
    for (const piece of ['eyJ-', 'token=', 'sk-', 'a://b:', '-----BEGIN A ', 'secret"  ', 'xoxb-1', 'a@'])
      holdsCredentials(piece.repeat(1_000_000 / piece.length));
    expect(performance.now() - start).toBeLessThan(8_000);
  });
});
