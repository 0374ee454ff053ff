/** Texts for measurements, the same in every run. */

/** A small seeded generator, so that every run reads the same text. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const WORDS =
  'the of model data result shows effect study between high low first measure value rate group change system use large small new time year part case point number water energy light cell field method test'.split(
    ' ',
  );

/** A typical draft: headings, paragraphs with markers and links, lists, a table, code, and the reference list. */
export function draft(size: number, seed = 7): string {
  const next = random(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T;
  const words = (n: number): string => Array.from({ length: n }, () => pick(WORDS)).join(' ');
  const entries = Math.max(5, Math.floor(size / 4_000));
  const marker = (): string => {
    const n = 1 + Math.floor(next() * entries);
    const r = next();
    if (r < 0.5) return ` [${n}]`;
    if (r < 0.6) return ` [${n}, ${1 + Math.floor(next() * entries)}]`;
    if (r < 0.75) return ` (see [the ${pick(WORDS)}](https://example.org/${pick(WORDS)}/${n}))`;
    if (r < 0.85) return ` https://example.com/${pick(WORDS)}/${pick(WORDS)}?id=${n}`;
    return ` (Smith, ${2000 + (n % 25)})`;
  };
  const sentence = (): string => `The ${words(12)}${next() < 0.4 ? marker() : ''}.`;
  const paragraph = (): string => Array.from({ length: 4 }, sentence).join(' ');
  const sources = Array.from(
    { length: entries },
    (_, i) => `[${i + 1}] ${words(6)}: https://example.net/${pick(WORDS)}/${i}`,
  ).join('\n');
  let text = '# A draft\n\n';
  while (text.length < size - sources.length) {
    const r = next();
    if (r < 0.08) text += `## ${words(4)}\n\n`;
    else if (r < 0.2)
      text += `- **${words(2)}**: ${sentence()}\n- ${sentence()}\n- \`${pick(WORDS)}.ts:${Math.floor(next() * 90) + 1}\` ${words(8)}\n\n`;
    else if (r < 0.24)
      text += `| ${words(2)} | ${words(1)} |\n| --- | --- |\n| ${words(3)} | ${words(2)}${marker()} |\n\n`;
    else if (r < 0.27) text += `\`\`\`ts\nconst ${pick(WORDS)} = a[1];\n\`\`\`\n\n`;
    else if (r < 0.3) text += `> ${sentence()}\n> ${sentence()}\n\n`;
    else text += `${paragraph()}\n\n`;
  }
  return `${text}## References\n\n${sources}\n`;
}
