/** What is known of a rule: that it does not hold, that it may, that it does. The smaller of two is both, the larger either. */
export const NO = 0;
export const UNSURE = 1;
export const SURE = 2;
export type Certainty = typeof NO | typeof UNSURE | typeof SURE;

export const sureIf = (holds: boolean): Certainty => (holds ? SURE : NO);
