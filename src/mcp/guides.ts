/** Guides for agents: the registries and what they cover, guidelines, and a prompt with the rules. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ErrorCode, McpError, ReadResourceRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { printable } from '../core/report';
import type { ENDPOINTS } from '../node/web/endpoints';

const COVERAGE = {
  crossref: 'DOIs of journals, books and proceedings; retractions and corrections',
  datacite: 'DOIs of data sets, software, preprints and reports',
  doi: 'Resolves any DOI to its registry’s record',
  openalex: 'Works of all fields, with addresses of open copies',
  pubmed: 'Medicine and life sciences: PMID, abstracts, retractions',
  arxiv: 'Preprints in physics, mathematics, computer science and related fields',
  semanticscholar: 'Works of all fields, by title',
  europepmc: 'Life sciences: PMC full text',
  openlibrary: 'Books by ISBN',
  rfc: 'RFCs of the IETF',
  unpaywall: 'Legal open copies by DOI; asked only with a contact address',
  wayback: 'Archived copies of pages that are gone',
} as const satisfies Record<keyof typeof ENDPOINTS, string>;

const DATABASES = {
  databases: Object.entries(COVERAGE).map(([name, covers]) => ({ name, covers })),
  note: 'No registry lists everything: a work that isn’t listed may still exist.',
};

const RULES = `1. Cite no work from memory. Look for it with find_verified_papers, or check it with verify_citation first.
2. Claim no more than the part of the source that you read: no wider scope, no stronger words, no different numbers.
3. Keep a short verbatim quotation for each claim. Say that a claim without one is unverified.
4. Give each claim its own source: file:PATH:LINE, git:SHA, web:URL, memory:ID. If you have none, write guess.
5. If verified is false, do not cite the work as it is. Say what was found instead, or that nothing was found. Not found does not mean fabricated.
6. Cite a retracted or withdrawn work only as such.
7. Before you deliver a text with citations, check it with verify_citations, and a list of claims with check_envelope.
8. Drop nothing silently: list what could not be verified as unverified.`;

const guidelines = `# Citing so that others can check

${RULES}

## How to read an answer

- supported: the source states the claim, and the quotation was found in it.
- resolve_error: the source or the model could not be reached or gave no usable answer. This says nothing against the claim.
- unchecked, or verified: null: it could not be checked (no network, no answer). It is neither valid nor invalid.
- The score is supported ÷ judged citations. Failures and unsure verdicts count in neither number.

## Before anything is fetched, sent or paid

plan lists the sources of a text, each with an id and its cost. If verify_citations is called with sources, it checks only those ids and returns the others as skipped.
`;

const RESOURCES = [
  {
    name: 'databases',
    title: 'Registries',
    description: 'Which registries are asked and what they cover',
    mimeType: 'application/json',
    text: JSON.stringify(DATABASES, undefined, 2),
  },
  {
    name: 'guidelines',
    title: 'Guidelines',
    description: 'How to cite so that others can check',
    mimeType: 'text/markdown',
    text: guidelines,
  },
];

/** The SDK's own handler calls a malformed address an internal error. */
function read(uri: string) {
  const found = RESOURCES.find(({ name }) => uri === `citation://${name}`);
  if (!found) throw new McpError(ErrorCode.InvalidParams, `there is no resource ${printable(uri, 200)}`);
  return { contents: [{ uri, mimeType: found.mimeType, text: found.text }] };
}

export function registerGuides(server: McpServer): void {
  for (const { name, text: _, ...about } of RESOURCES)
    server.registerResource(name, `citation://${name}`, about, ({ href }) => read(href));
  server.server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => read(params.uri));
  server.registerPrompt(
    'citation-verification-rules',
    {
      title: 'Rules for citing',
      description: 'Rules to follow while writing a text with citations',
      argsSchema: { topic: z.string().optional().describe('What the text is about') },
    },
    ({ topic }) => ({
      messages: [
        {
          role: 'user',
          content: {
            type: 'text',
            text: `Follow these rules for every citation${topic ? ` in what you write about ${topic}` : ''}:\n\n${RULES}`,
          },
        },
      ],
    }),
  );
}
