/** Apart from the ledger, so that a host knows a full day again without loading what counts it. */

/** Why nothing more is judged on this day. */
export const DAY_FULL = 'cost_cap: the cap of this day leaves no room for this call';
