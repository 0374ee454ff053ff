/** Small models that read a document and a claim and answer Yes or No, as data. */

type Message = { readonly role: string; readonly content: string };

/** How one family of models is asked. Sources: the models' own chat templates and cards. */
export type Checker = {
  readonly name: string;
  readonly pattern: RegExp;
  readonly licence: string;
  readonly bodyOf: (
    document: string,
    claim: string,
  ) => { readonly messages: readonly Message[]; readonly chat_template_kwargs?: object };
  /** The answer that means: the document supports the claim. */
  readonly supports: 'yes' | 'no';
};

const GUARDIAN = { name: 'Granite Guardian', licence: 'Apache-2.0', supports: 'no' } as const;
const inRoles = (role: string, document: string, claim: string): readonly Message[] => [
  { role, content: document },
  { role: 'assistant', content: claim },
];
const GROUNDED: Message = { role: 'system', content: 'groundedness' };

/** Ollama names the family `granite3-guardian`, `granite3.3-guardian`; its templates have roles for documents. Others use the card's names. */
export const CHECKERS: readonly Checker[] = [
  {
    name: 'MiniCheck',
    pattern: /(?:^|\/)bespoke-minicheck(?:$|[:-])/i,
    licence: 'CC-BY-NC-4.0',
    supports: 'yes',
    bodyOf: (document, claim) => ({
      messages: [{ role: 'user', content: `Document: ${document}\nClaim: ${claim}` }],
    }),
  },
  {
    ...GUARDIAN,
    pattern: /(?:^|\/)granite3(?:\.[0-2])?-guardian(?:$|[:-])/i,
    bodyOf: (document, claim) => ({ messages: [GROUNDED, ...inRoles('context', document, claim)] }),
  },
  {
    ...GUARDIAN,
    pattern: /(?:^|\/)granite(?:3\.[3-9]|[4-9](?:\.\d)?)-guardian(?:$|[:-])/i,
    bodyOf: (document, claim) => ({ messages: [GROUNDED, ...inRoles('document', document, claim)] }),
  },
  {
    ...GUARDIAN,
    pattern: /(?:^|\/)granite-guardian-3\.[0-2]-/i,
    bodyOf: (document, claim) => ({
      messages: inRoles('context', document, claim),
      chat_template_kwargs: { guardian_config: { risk_name: 'groundedness' } },
    }),
  },
  {
    ...GUARDIAN,
    pattern: /(?:^|\/)granite-guardian-(?:3\.[3-9]|[4-9]\.\d)-/i,
    bodyOf: (document, claim) => ({
      messages: [{ role: 'assistant', content: claim }],
      chat_template_kwargs: {
        guardian_config: { criteria_id: 'groundedness' },
        documents: [{ doc_id: '0', text: document }],
      },
    }),
  },
];

export const checkerOf = (id: string): Checker | undefined =>
  CHECKERS.find(({ pattern }) => pattern.test(id));
