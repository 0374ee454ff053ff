/**
 * Weights of two logistic regressions over claims and sources of the development parts of WiCE (ryokamoi/wice) and the
 * citation-checker-script benchmark (alex-o-748): supported or partly against not, over one half (210), so that the other can measure it;
 * and supported against a swapped source, over all 443. Written by `npm run eval -- screening`; do not edit.
 */
export const SCREEN_WEIGHTS = { page: 7.248, sentence: 1.566, names: 1.518, missing: 0.102, bias: -4.398 };
export const RELATED_WEIGHTS = { sentence: 8.491, words: 1.491, bias: -4.173 };
/** Below this nothing is related: chosen so that at most one in fifty supported claims scores lower, in ExpertQA too. */
export const UNRELATED_BELOW = -1.38;
