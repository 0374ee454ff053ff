// Prints the citations of a text, and what is wrong with them. Nothing is fetched. `node scan.mjs FILE`
import { readFileSync } from 'node:fs';
import { explainProblem, scan } from 'citewright';

const { citations, problems } = scan(readFileSync(process.argv[2], 'utf8'));
for (const { identifier, claim } of citations) console.log(`${identifier}  ${claim.text}`);
for (const problem of problems) console.log(`! ${explainProblem(problem)}`);
