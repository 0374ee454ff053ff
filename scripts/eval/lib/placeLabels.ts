/**
 * Hand labels of sentences of `agent_transcripts` dev that cite lines of a file, each read beside the lines at that time. `at`: the lines
 * show what the sentence says, or the sentence only points to them. `off`: they are about something else, because the agent's work was not
 * committed or the file had changed. Undecidable sentences are left out. Ids and offsets only.
 */
export type PlaceLabels = { readonly at?: readonly number[]; readonly off?: readonly number[] };

/** By session, then by message. The sessions in `cli/` are those of `specstory-cli`. */
const SESSIONS: Readonly<Record<string, Readonly<Record<string, PlaceLabels>>>> = {
  '2026-06-30_15-24-48Z-ok-let-s-start': {
    222: {
      at: [
        1086, 1371, 1460, 1893, 2036, 2190, 2294, 2703, 3050, 3203, 3356, 3965, 4278, 4393, 4428, 4524, 4570,
        4720, 4947, 6113,
      ],
      off: [2564, 5942],
    },
    274: { at: [784] },
    392: { at: [44] },
    404: { at: [236] },
    484: { at: [162, 323, 716, 804] },
    535: { at: [131] },
    556: { at: [548] },
    795: { at: [1199] },
  },
  'cli/2026-01-16_22-28-53Z-after-a-cloud-sync': {
    26: { at: [1545, 1747, 1909, 2185, 2424, 2743, 3160, 3725] },
    60: { off: [186] },
    85: { off: [86] },
  },
  'cli/2026-01-31_15-19-39Z-let-s-consider-what': { 43: { at: [230], off: [434] }, 90: { at: [261, 444] } },
  'cli/2026-02-08_22-24-43Z-command-message-pr-review': { 83: { at: [14348] } },
  'cli/2026-02-12_22-37-48Z-command-name-clear-command': {
    19: { at: [152, 236, 371], off: [95] },
    45: { at: [1309, 1541, 1843, 2132, 2500, 2849, 3135, 3402], off: [313, 567, 816, 1015] },
    49: { at: [1790, 1899, 1968, 2038, 2196, 2311, 2359], off: [1528, 1591, 1658, 1719] },
    64: { at: [1919, 2908, 5116, 6631], off: [9807] },
  },
  'cli/2026-02-16_13-04-52Z-in-the-claude-code': { 32: { at: [72] } },
  'cli/2026-02-16_16-27-42Z-implement-the-following-plan': {
    302: { at: [10104, 12731, 13244, 13581, 13827] },
    519: { at: [3670] },
  },
  'cli/2026-02-20_22-54-02Z-command-message-pr-review': { 96: { at: [3981] }, 58: { off: [1992] } },
  'cli/2026-02-20_23-57-00Z-implement-the-following-plan': {
    9: { at: [41] },
    44: { at: [659, 741, 841, 952, 1050, 1223, 1308, 1404] },
  },
  'cli/2026-02-22_14-46-55Z-there-s-a-merge': { 18: { at: [110] } },
  'cli/2026-02-22_15-59-39Z-implement-the-following-plan': {
    123: { at: [3228, 4064], off: [1154, 1224, 1301, 1375, 1446, 2030, 2619] },
    124: { at: [3705], off: [391, 461, 667, 1693, 1728, 1776, 1820] },
    144: { at: [1254, 1341], off: [1529, 1589, 1644, 1705, 1758, 1982, 2002, 2138] },
    122: { off: [3260, 3614] },
    172: { off: [13410] },
  },
  'cli/2026-03-06_20-09-49Z-another-common-synthetic-message': { 62: { at: [69] } },
  'cli/2026-03-18_10-13-59Z-command-message-merge-conflict': { 13: { at: [120, 1274] } },
  'cli/2026-03-18_10-33-34Z-take-a-look-at': { 16: { at: [97] } },
  'cli/2026-05-18_12-47-08Z-that-s-not-the': { 32: { at: [8081, 14987] } },
  'cli/2026-06-29_14-09-23Z-take-a-look-at': { 42: { at: [1057] } },
  'cli/2026-06-29_15-25-44Z-you-are-doing-a': {
    340: { at: [198] },
    151: { off: [13306, 13532] },
    186: {
      off: [
        317, 456, 1679, 1756, 2272, 2394, 2871, 3128, 3753, 5111, 5247, 5374, 5475, 5637, 5810, 6037, 6151,
        6267, 6435, 6942, 7032, 7132,
      ],
    },
    207: { off: [9884] },
    215: { off: [3241, 4143, 4314, 5284, 5770, 5961, 16734, 18555, 18947, 22459, 22740, 23144, 24410] },
  },
  'cli/2026-06-29_18-33-08Z-let-s-consider-the': { 78: { at: [1787] }, 84: { at: [297] } },
  'cli/2026-06-30_16-59-39Z-just-attempted-a-specstory': { 10: { at: [832], off: [781, 920] } },
  'cli/2026-07-02_11-47-20Z-a-lesser-model-agent': {
    7: { at: [1391] },
    119: {
      at: [1738, 4510, 5374, 5471, 5640, 5865, 6154, 8398, 8499, 10097, 10366],
      off: [4252, 5533, 9553, 10133],
    },
    127: { at: [776] },
    129: {
      at: [
        155, 481, 595, 771, 1081, 1441, 1828, 1859, 2144, 2422, 8388, 8552, 8697, 8907, 9128, 9313, 10333,
        10736,
      ],
      off: [12523],
    },
    137: { at: [3599, 6848, 7980], off: [8198] },
    156: { at: [1363] },
    251: { at: [321] },
    294: { at: [1116] },
  },
  'cli/2026-07-20_13-11-09Z-address-mip-4-binary': { 49: { at: [1314] } },
  'cli/2026-07-29_16-22-34Z-let-s-address-mip': { 21: { at: [1370, 2249, 2561, 7001, 9364] } },
  '2026-07-02_15-28-22Z': { 64: { off: [1149] } },
  'cli/2026-02-07_14-02-42Z-review-the-entire-repo': { 69: { off: [3301] } },
  'cli/2026-02-11_16-29-09Z-command-message-code-review': { 24: { off: [29926, 30488] } },
  'cli/2026-02-11_21-30-58Z-address-3-8-11': { 22: { off: [26659] }, 67: { off: [467, 634] } },
  'cli/2026-02-12_15-08-34Z-command-message-code-review': { 43: { off: [137, 352, 374, 648] } },
  'cli/2026-02-21_14-41-17Z-implement-the-following-plan': { 94: { off: [45] }, 203: { off: [32] } },
  'cli/2026-02-24_21-21-18Z-command-message-pr-review': { 35: { off: [12954] } },
  'cli/2026-06-29_13-59-53Z-for-obs-8-do': { 44: { off: [202] } },
};

/** The id of a message in the data. */
const idOf = (session: string, message: string): string =>
  `${session.startsWith('cli/') ? 'specstory-cli/' : ''}.specstory/history/${session.replace(/^cli\//, '')}.md#${message}`;

/** By the id of the message. */
export const PLACE_LABELS: Readonly<Record<string, PlaceLabels>> = Object.fromEntries(
  Object.entries(SESSIONS).flatMap(([session, messages]) =>
    Object.entries(messages).map(([message, labels]) => [idOf(session, message), labels]),
  ),
);
