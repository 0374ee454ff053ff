// Checks a text against its sources and fails where one of them does not hold. `node verify.mjs FILE`; LOCAL as in links.mjs.
import { readFileSync } from 'node:fs';
import { explain, verify } from 'citewright';

const { findings, summary } = await verify(readFileSync(process.argv[2], 'utf8'), {
  path: process.argv[2],
  allowNetwork: true,
  allowHosts: process.env.LOCAL ? [process.env.LOCAL] : [],
});
for (const finding of findings) console.log(`${finding.severity}  ${finding.code}  ${explain(finding)}`);
console.log(`${summary.resolved} of ${summary.found} sources found`);
process.exitCode = findings.some(({ severity }) => severity === 'error') ? 1 : 0;
