// Keeps the addresses that can be reached. `node links.mjs URL…`; LOCAL names a place on this machine that may be asked.
import { validateCitations } from 'citewright';

const allowHosts = process.env.LOCAL ? [process.env.LOCAL] : [];
const { valid, invalid, blocked, unchecked, errors } = await validateCitations(process.argv.slice(2), {
  timeout: 3000,
  allowHosts,
});
for (const url of valid) console.log(`ok  ${url}`);
for (const url of [...invalid, ...blocked, ...unchecked]) console.log(`no  ${url}  ${errors[url]}`);
