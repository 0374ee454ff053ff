/**
 * One of the editor's own language models as the core's `Model` port. The answer is requested as a call of a tool whose input schema is the
 * prompt's; a model without tools gets the schema in the prompt and answers in text. The core checks both in the same way.
 */
import { reason } from '../../core/causes';
import {
  CancellationTokenSource,
  LanguageModelChatMessage,
  LanguageModelChatToolMode,
  LanguageModelError,
  LanguageModelTextPart,
  LanguageModelToolCallPart,
  l10n,
  type CancellationToken,
  type LanguageModelChat,
  type LanguageModelChatRequestOptions,
} from 'vscode';
import { ModelError, type Model, type ModelErrorReason, type Prompt, type Reply } from '../../core/ports';

const REASONS: Readonly<Record<string, ModelErrorReason>> = {
  NoPermissions: 'refused-consent',
  NotFound: 'model-not-found',
  Blocked: 'no-credit',
};

/** Maps the editor's errors to the port's. The text of the error is kept: it contains no key. */
function translate(error: unknown): ModelError {
  const text = error instanceof Error ? error.message : String(error);
  const code = error instanceof LanguageModelError ? error.code : '';
  return new ModelError(REASONS[code] ?? 'server-error', reason('provider_message', { said: text || code }));
}

const inWords = (prompt: Prompt) =>
  `Answer with one JSON object and nothing else. Its schema:\n${JSON.stringify(prompt.schema)}`;

/** The model's answer: the tool's input if it called it, else its text. */
async function collect(chat: LanguageModelChat, prompt: Prompt, token: CancellationToken, tools: boolean) {
  const options: LanguageModelChatRequestOptions = {
    justification: l10n.t('To compare the claims in your document with the sources they cite.'),
    ...(tools && {
      tools: [{ name: prompt.name, description: 'Reports the answer.', inputSchema: prompt.schema }],
      toolMode: LanguageModelChatToolMode.Required,
    }),
  };
  const parts = [prompt.system, ...prompt.blocks.map((block) => block.text)];
  const text = (tools ? parts : [...parts, inWords(prompt)]).join('\n\n');
  const response = await chat.sendRequest([LanguageModelChatMessage.User(text)], options, token);
  let said = '';
  let called: string | undefined;
  for await (const part of response.stream) {
    if (part instanceof LanguageModelTextPart) said += part.value;
    if (part instanceof LanguageModelToolCallPart && part.name === prompt.name)
      called ??= JSON.stringify(part.input);
  }
  return { asked: text, answer: called ?? said };
}

const count = async (chat: LanguageModelChat, text: string, token: CancellationToken) => {
  try {
    return await chat.countTokens(text, token);
  } catch {
    return Math.ceil(text.length / 4); // A failed token count is no reason to lose the answer.
  }
};

/** Models refuse tools in several ways; after such a refusal, asking again without tools would fail too. */
const isFinal = (error: unknown) =>
  error instanceof LanguageModelError && Object.hasOwn(REASONS, error.code) && error.code !== 'Blocked';

async function send(chat: LanguageModelChat, prompt: Prompt, token: CancellationToken) {
  try {
    const reply = await collect(chat, prompt, token, true);
    if (reply.answer !== '' || token.isCancellationRequested) return reply;
  } catch (error) {
    if (isFinal(error) || token.isCancellationRequested) throw error;
  }
  return collect(chat, prompt, token, false);
}

/** Wraps `chat`. `ask` throws `ModelError`; the price is unknown, because it is the user's subscription. */
export const fromEditor = (chat: LanguageModelChat): Model => ({
  id: chat.id,
  provider: 'vscode',
  label: chat.name,
  window: chat.maxInputTokens,
  async ask(prompt: Prompt, signal: AbortSignal): Promise<Reply> {
    const source = new CancellationTokenSource();
    const cancel = () => source.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    try {
      const { asked, answer } = await send(chat, prompt, source.token);
      if (signal.aborted) throw new ModelError('cancelled', reason('cancelled'));
      const [input, output] = await Promise.all([
        count(chat, asked, source.token),
        count(chat, answer, source.token),
      ]);
      return { text: answer, usage: { input, output, cached: 0 }, stop: 'end', model: chat.id };
    } catch (error) {
      if (error instanceof ModelError) throw error;
      throw signal.aborted ? new ModelError('cancelled', reason('cancelled')) : translate(error);
    } finally {
      signal.removeEventListener('abort', cancel);
      source.dispose();
    }
  },
});
