// The demo model: recorded answers to the examples, over OpenAI's wire format. It judges nothing. For a claim without a recorded answer it
// returns a request error, so that the finding stays unjudged.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Label shown wherever a verdict names its model. */
export const DEMO_LABEL = 'demo: recorded answers';
export const DEMO_ID = 'demo';

/**
 * `{ claim, source, support, confidence, rationale, quote, also, suggestion }`: `also` are words of further sentences that decide; `source`
 * are words of the source's title or text that identify it.
 */
const ANSWERS = JSON.parse(readFileSync(path.join(import.meta.dirname, 'answers.json'), 'utf8'));

/** Words and numbers of a text, without its markers (`(src/a.ts:3)`, a DOI). */
const plain = (text) =>
  text
    .replace(/\(?[\w./-]+\.\w+:\d+(?:-\d+)?\)?|\(?doi:\S+/g, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The fences of the judge's prompt, `<CLAIM 2 nonce>…</CLAIM 2 nonce>`, by label. */
function fences(text, label) {
  const found = [];
  const open = new RegExp(`<${label}(?: (\\d+))? ([A-Za-z0-9]+)>\\n`, 'g');
  for (let m = open.exec(text); m; m = open.exec(text)) {
    const end = text.indexOf(`\n</${label}${m[1] ? ` ${m[1]}` : ''} ${m[2]}>`, open.lastIndex);
    if (end >= 0) found.push(text.slice(open.lastIndex, end));
  }
  return found;
}

/** A claim without the context line before it. */
const claimIn = (body) => body.replace(/^\(Context only[^\n]*\)\n/, '');

/** Numbers of the shown sentences that contain the quote. */
function sentencesOf(shown, quote) {
  if (!quote) return [];
  const wanted = plain(quote);
  return shown.split('\n').flatMap((line) => {
    const [, number, sentence] = /^\[(\d+)\] (?:L\d+: )?(.*)$/.exec(line) ?? [];
    if (number === undefined) return [];
    const text = plain(sentence);
    return text.includes(wanted) || (text.length > 12 && wanted.includes(text)) ? [Number(number)] : [];
  });
}

/** The recorded answer to a claim for the shown sources; undefined for other claims and sources. */
function recorded(claim, shown) {
  const wanted = plain(claim);
  const source = plain(shown);
  const row = ANSWERS.find((a) => plain(a.claim) === wanted && source.includes(plain(a.source)));
  if (!row) return undefined;
  const { support, confidence, rationale, quote = null, also = [], suggestion = null } = row;
  // A quotation that wasn't shown can't be given.
  if (quote !== null && sentencesOf(shown, quote).length === 0) return undefined;
  const sentences = [...new Set([quote, ...also].flatMap((words) => sentencesOf(shown, words)))];
  return { rationale, sentences, quote, support, confidence, suggestion };
}

const noAnswer = [
  422,
  {
    error: {
      message:
        'The demo model has no recorded answer for this text; it knows the examples only. Choose a model of your own.',
      type: 'no_recorded_answer',
    },
  },
];

const tokens = (text) => Math.ceil(text.length / 4);

function complete(body) {
  const request = JSON.parse(body);
  const user = request.messages
    .filter((m) => m.role === 'user')
    .map((m) => m.content)
    .join('\n\n');
  const shown = fences(user, 'SOURCE').join('\n');
  const claims = fences(user, 'CLAIM').map(claimIn);
  const answers = claims.map((claim) => recorded(claim, shown));
  const known = answers.flatMap((answer, i) => (answer ? [{ claim: i + 1, ...answer }] : []));
  // Claims left out of an answer are asked again one by one.
  if (known.length === 0) return noAnswer;
  const verdict = claims.length === 1 ? answers[0] : { verdicts: known };
  const content = JSON.stringify(verdict);
  const [prompt_tokens, completion_tokens] = [tokens(body), tokens(content)];
  return [
    200,
    {
      id: 'chatcmpl-demo',
      object: 'chat.completion',
      created: 0,
      model: DEMO_LABEL,
      choices: [{ index: 0, message: { role: 'assistant', content, refusal: null }, finish_reason: 'stop' }],
      usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
    },
  ];
}

/** Answers a request below `/v1/`: `[status, JSON]`. */
export function answerAsModel(route, body) {
  if (route === 'models')
    return [
      200,
      { object: 'list', data: [{ id: DEMO_ID, object: 'model', created: 0, owned_by: 'examples' }] },
    ];
  if (route !== 'chat/completions')
    return [404, { error: { message: 'The demo model answers chat completions only.' } }];
  try {
    return complete(body);
  } catch {
    return [400, { error: { message: 'This is not a chat completion request.' } }];
  }
}
