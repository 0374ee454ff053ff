export const period = 12.42;
export const high = (hours: number) => Math.cos((2 * Math.PI * hours) / period);
