/** A quick test for conversations; separate from their readers, so that an editor starts without those. */

/** A line that may name an agent as the speaker. */
const SPEAKER =
  /^(?:_?\*\*|#{1,6} |)[^A-Za-z\n]{0,12}(?:assistant|agent|ai|claude|codex|(?:github )?copilot|gemini|chatgpt|model|aider chat)\b/im;

/** False for texts that are certainly no conversation; true costs a full read. */
export const mayBeConversation = (text: string): boolean => SPEAKER.test(text) || text.includes('⎿');
