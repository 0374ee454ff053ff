import { attempt } from '../attempt';

/** The parsed value, or undefined for invalid JSON. */
export const parseJson = (text: string): unknown => attempt((): unknown => JSON.parse(text));
