/**
 * Weights of two logistic regressions over the 443 claims and sources of the development parts of WiCE (ryokamoi/wice) and the
 * citation-checker-script benchmark (alex-o-748): supported or partly against not; and supported against a swapped source.
 * Written by `npm run eval -- screening`; do not edit.
 */
export const SCREEN_WEIGHTS = { page: 3.99, three: 3.236, names: 1.377, missing: 0.499, bias: -6.772 };
export const RELATED_WEIGHTS = { sentence: 8.184, words: 1.447, bias: -4.13 };
/** Nothing is related below this: chosen so that at most one supported claim in forty lies there. */
export const UNRELATED_BELOW = -1;
