/**
 * Hand labels of sentences of `agent_transcripts` dev that cite lines of a file, each read beside the lines at that time. `at`: the lines
 * show what the sentence says, or the sentence only points to them. `off`: they are about something else, because the agent's work was not
 * committed or the file had changed. Undecidable sentences are left out. Ids and offsets only.
 */
export type PlaceLabels = { readonly at: readonly number[]; readonly off: readonly number[] };

export const PLACE_LABELS: Readonly<Record<string, PlaceLabels>> = {
  '.specstory/history/2026-06-30_15-24-48Z-ok-let-s-start.md#222': {
    at: [
      1086, 1371, 1460, 1893, 2036, 2190, 2294, 2703, 3050, 3203, 3356, 3965, 4278, 4393, 4428, 4524, 4570,
      4720, 4947, 6113,
    ],
    off: [2564, 5942],
  },
  '.specstory/history/2026-06-30_15-24-48Z-ok-let-s-start.md#274': { at: [784], off: [] },
  '.specstory/history/2026-06-30_15-24-48Z-ok-let-s-start.md#392': { at: [44], off: [] },
  '.specstory/history/2026-06-30_15-24-48Z-ok-let-s-start.md#404': { at: [236], off: [] },
  '.specstory/history/2026-06-30_15-24-48Z-ok-let-s-start.md#484': { at: [162, 323, 716, 804], off: [] },
  '.specstory/history/2026-06-30_15-24-48Z-ok-let-s-start.md#535': { at: [131], off: [] },
  '.specstory/history/2026-06-30_15-24-48Z-ok-let-s-start.md#556': { at: [548], off: [] },
  '.specstory/history/2026-06-30_15-24-48Z-ok-let-s-start.md#795': { at: [1199], off: [] },
  'specstory-cli/.specstory/history/2026-01-16_22-28-53Z-after-a-cloud-sync.md#26': {
    at: [1545, 1747, 1909, 2185, 2424, 2743, 3160, 3725],
    off: [],
  },
  'specstory-cli/.specstory/history/2026-01-31_15-19-39Z-let-s-consider-what.md#43': {
    at: [230],
    off: [434],
  },
  'specstory-cli/.specstory/history/2026-01-31_15-19-39Z-let-s-consider-what.md#90': {
    at: [261, 444],
    off: [],
  },
  'specstory-cli/.specstory/history/2026-02-08_22-24-43Z-command-message-pr-review.md#83': {
    at: [14348],
    off: [],
  },
  'specstory-cli/.specstory/history/2026-02-12_22-37-48Z-command-name-clear-command.md#19': {
    at: [152, 236, 371],
    off: [95],
  },
  'specstory-cli/.specstory/history/2026-02-12_22-37-48Z-command-name-clear-command.md#45': {
    at: [1309, 1541, 1843, 2132, 2500, 2849, 3135, 3402],
    off: [313, 567, 816, 1015],
  },
  'specstory-cli/.specstory/history/2026-02-12_22-37-48Z-command-name-clear-command.md#49': {
    at: [1790, 1899, 1968, 2038, 2196, 2311, 2359],
    off: [1528, 1591, 1658, 1719],
  },
  'specstory-cli/.specstory/history/2026-02-12_22-37-48Z-command-name-clear-command.md#64': {
    at: [1919, 2908, 5116, 6631],
    off: [9807],
  },
  'specstory-cli/.specstory/history/2026-02-16_13-04-52Z-in-the-claude-code.md#32': { at: [72], off: [] },
  'specstory-cli/.specstory/history/2026-02-16_16-27-42Z-implement-the-following-plan.md#302': {
    at: [10104, 12731, 13244, 13581, 13827],
    off: [],
  },
  'specstory-cli/.specstory/history/2026-02-16_16-27-42Z-implement-the-following-plan.md#519': {
    at: [3670],
    off: [],
  },
  'specstory-cli/.specstory/history/2026-02-20_22-54-02Z-command-message-pr-review.md#96': {
    at: [3981],
    off: [],
  },
  'specstory-cli/.specstory/history/2026-02-20_23-57-00Z-implement-the-following-plan.md#9': {
    at: [41],
    off: [],
  },
  'specstory-cli/.specstory/history/2026-02-20_23-57-00Z-implement-the-following-plan.md#44': {
    at: [659, 741, 841, 952, 1050, 1223, 1308, 1404],
    off: [],
  },
  'specstory-cli/.specstory/history/2026-02-22_14-46-55Z-there-s-a-merge.md#18': { at: [110], off: [] },
  'specstory-cli/.specstory/history/2026-02-22_15-59-39Z-implement-the-following-plan.md#123': {
    at: [3228, 4064],
    off: [1154, 1224, 1301, 1375, 1446, 2030, 2619],
  },
  'specstory-cli/.specstory/history/2026-02-22_15-59-39Z-implement-the-following-plan.md#124': {
    at: [3705],
    off: [391, 461, 667, 1693, 1728, 1776, 1820],
  },
  'specstory-cli/.specstory/history/2026-02-22_15-59-39Z-implement-the-following-plan.md#144': {
    at: [1254, 1341],
    off: [1529, 1589, 1644, 1705, 1758, 1982, 2002, 2138],
  },
  'specstory-cli/.specstory/history/2026-03-06_20-09-49Z-another-common-synthetic-message.md#62': {
    at: [69],
    off: [],
  },
  'specstory-cli/.specstory/history/2026-03-18_10-13-59Z-command-message-merge-conflict.md#13': {
    at: [120, 1274],
    off: [],
  },
  'specstory-cli/.specstory/history/2026-03-18_10-33-34Z-take-a-look-at.md#16': { at: [97], off: [] },
  'specstory-cli/.specstory/history/2026-05-18_12-47-08Z-that-s-not-the.md#32': {
    at: [8081, 14987],
    off: [],
  },
  'specstory-cli/.specstory/history/2026-06-29_14-09-23Z-take-a-look-at.md#42': { at: [1057], off: [] },
  'specstory-cli/.specstory/history/2026-06-29_15-25-44Z-you-are-doing-a.md#340': { at: [198], off: [] },
  'specstory-cli/.specstory/history/2026-06-29_18-33-08Z-let-s-consider-the.md#78': { at: [1787], off: [] },
  'specstory-cli/.specstory/history/2026-06-29_18-33-08Z-let-s-consider-the.md#84': { at: [297], off: [] },
  'specstory-cli/.specstory/history/2026-06-30_16-59-39Z-just-attempted-a-specstory.md#10': {
    at: [832],
    off: [781, 920],
  },
  'specstory-cli/.specstory/history/2026-07-02_11-47-20Z-a-lesser-model-agent.md#7': { at: [1391], off: [] },
  'specstory-cli/.specstory/history/2026-07-02_11-47-20Z-a-lesser-model-agent.md#119': {
    at: [1738, 4510, 5374, 5471, 5640, 5865, 6154, 8398, 8499, 10097, 10366],
    off: [4252, 5533, 9553, 10133],
  },
  'specstory-cli/.specstory/history/2026-07-02_11-47-20Z-a-lesser-model-agent.md#127': { at: [776], off: [] },
  'specstory-cli/.specstory/history/2026-07-02_11-47-20Z-a-lesser-model-agent.md#129': {
    at: [
      155, 481, 595, 771, 1081, 1441, 1828, 1859, 2144, 2422, 8388, 8552, 8697, 8907, 9128, 9313, 10333,
      10736,
    ],
    off: [12523],
  },
  'specstory-cli/.specstory/history/2026-07-02_11-47-20Z-a-lesser-model-agent.md#137': {
    at: [3599, 6848, 7980],
    off: [8198],
  },
  'specstory-cli/.specstory/history/2026-07-02_11-47-20Z-a-lesser-model-agent.md#156': {
    at: [1363],
    off: [],
  },
  'specstory-cli/.specstory/history/2026-07-02_11-47-20Z-a-lesser-model-agent.md#251': { at: [321], off: [] },
  'specstory-cli/.specstory/history/2026-07-02_11-47-20Z-a-lesser-model-agent.md#294': {
    at: [1116],
    off: [],
  },
  'specstory-cli/.specstory/history/2026-07-20_13-11-09Z-address-mip-4-binary.md#49': { at: [1314], off: [] },
  'specstory-cli/.specstory/history/2026-07-29_16-22-34Z-let-s-address-mip.md#21': {
    at: [1370, 2249, 2561, 7001, 9364],
    off: [],
  },
  '.specstory/history/2026-07-02_15-28-22Z.md#64': { at: [], off: [1149] },
  'specstory-cli/.specstory/history/2026-01-16_22-28-53Z-after-a-cloud-sync.md#60': { at: [], off: [186] },
  'specstory-cli/.specstory/history/2026-01-16_22-28-53Z-after-a-cloud-sync.md#85': { at: [], off: [86] },
  'specstory-cli/.specstory/history/2026-02-07_14-02-42Z-review-the-entire-repo.md#69': {
    at: [],
    off: [3301],
  },
  'specstory-cli/.specstory/history/2026-02-11_16-29-09Z-command-message-code-review.md#24': {
    at: [],
    off: [29926, 30488],
  },
  'specstory-cli/.specstory/history/2026-02-11_21-30-58Z-address-3-8-11.md#22': { at: [], off: [26659] },
  'specstory-cli/.specstory/history/2026-02-11_21-30-58Z-address-3-8-11.md#67': { at: [], off: [467, 634] },
  'specstory-cli/.specstory/history/2026-02-12_15-08-34Z-command-message-code-review.md#43': {
    at: [],
    off: [137, 352, 374, 648],
  },
  'specstory-cli/.specstory/history/2026-02-20_22-54-02Z-command-message-pr-review.md#58': {
    at: [],
    off: [1992],
  },
  'specstory-cli/.specstory/history/2026-02-21_14-41-17Z-implement-the-following-plan.md#94': {
    at: [],
    off: [45],
  },
  'specstory-cli/.specstory/history/2026-02-21_14-41-17Z-implement-the-following-plan.md#203': {
    at: [],
    off: [32],
  },
  'specstory-cli/.specstory/history/2026-02-22_15-59-39Z-implement-the-following-plan.md#122': {
    at: [],
    off: [3260, 3614],
  },
  'specstory-cli/.specstory/history/2026-02-22_15-59-39Z-implement-the-following-plan.md#172': {
    at: [],
    off: [13410],
  },
  'specstory-cli/.specstory/history/2026-02-24_21-21-18Z-command-message-pr-review.md#35': {
    at: [],
    off: [12954],
  },
  'specstory-cli/.specstory/history/2026-06-29_13-59-53Z-for-obs-8-do.md#44': { at: [], off: [202] },
  'specstory-cli/.specstory/history/2026-06-29_15-25-44Z-you-are-doing-a.md#151': {
    at: [],
    off: [13306, 13532],
  },
  'specstory-cli/.specstory/history/2026-06-29_15-25-44Z-you-are-doing-a.md#186': {
    at: [],
    off: [
      317, 456, 1679, 1756, 2272, 2394, 2871, 3128, 3753, 5111, 5247, 5374, 5475, 5637, 5810, 6037, 6151,
      6267, 6435, 6942, 7032, 7132,
    ],
  },
  'specstory-cli/.specstory/history/2026-06-29_15-25-44Z-you-are-doing-a.md#207': { at: [], off: [9884] },
  'specstory-cli/.specstory/history/2026-06-29_15-25-44Z-you-are-doing-a.md#215': {
    at: [],
    off: [3241, 4143, 4314, 5284, 5770, 5961, 16734, 18555, 18947, 22459, 22740, 23144, 24410],
  },
};
