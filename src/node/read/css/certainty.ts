/** Certainty of a rule: doesn't apply, may apply, applies. The minimum means "both", the maximum "either". */
export const NO = 0;
export const UNSURE = 1;
export const SURE = 2;
export type Certainty = typeof NO | typeof UNSURE | typeof SURE;

export const sureIf = (holds: boolean): Certainty => (holds ? SURE : NO);
