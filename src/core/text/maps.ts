/** Shorthands for maps: values made at first use, lists and counts. */

type Values<K, V> = { get(key: K): V | undefined; set(key: K, value: V): unknown };

/** The value of a key; made and kept if there is none. */
export function getOrMake<K, V>(map: Values<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Adds a value to the list of a key. */
export const addTo = <K, V>(lists: Values<K, V[]>, key: K, value: V): void =>
  void getOrMake(lists, key, () => []).push(value);

/** Counts a key; returns how often it has been counted. */
export function countUp<K>(counts: Values<K, number>, key: K): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

/** What `make` makes of each object, made once and kept as long as the object. */
export function remembered<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const made = new WeakMap<K, { readonly value: V }>();
  return (of) => {
    let known = made.get(of);
    if (!known) made.set(of, (known = { value: make(of) }));
    return known.value;
  };
}
