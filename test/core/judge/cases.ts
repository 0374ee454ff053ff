/** Reads the sentences that a judge relies on; the sides of a comparison have ` ⇄ ` between them. */
import { addressesJudge, deniesQuote } from '../../../src/core/judge/injection';
import { roomOf } from '../../support/cases';

const INJECTION = {
  addresses: addressesJudge,
  denies: (text: string) => {
    const [claim = '', sentence = '', next] = text.split(' ⇄ ');
    return deniesQuote(claim, sentence, next);
  },
};

export const room = roomOf('test/core/judge/cases', {
  injection: (text, { as }: { as: keyof typeof INJECTION }) => INJECTION[as](text),
});
