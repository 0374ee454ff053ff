// Node 20 has no Map.groupBy, which vitest 5 calls when it prints a failure.
Map.groupBy ??= (items, key) => {
  const groups = new Map();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
};
