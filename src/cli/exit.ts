/** Exit codes. */
export const EXIT = {
  clean: 0,
  findings: 1,
  usage: 2,
  internal: 3,
  unjudged: 4,
  incomplete: 5,
  interrupted: 130,
} as const;
