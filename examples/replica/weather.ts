export type Weather = {
  /** How far one sees from the gallery, in metres. */
  visibility: number;
};

/** Distance of the outer buoy from the gallery, in metres. */
export const OUTER_BUOY = 1_850;

/** Fog is whatever hides the outer buoy. */
export const isFoggy = ({ visibility }: Weather): boolean => visibility < OUTER_BUOY;
