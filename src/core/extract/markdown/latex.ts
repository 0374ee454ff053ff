/**
 * Rewrites LaTeX, in place and unit for unit, as blocks and words that the Markdown reader knows: markup becomes spaces, a section a
 * heading, an `\item` an item. Citation commands, URLs and formulas stay. Constructs that extend past the end of `codes` count as unread,
 * so that a document can be read from any blank line.
 */
import { CR, decode, isAlpha, isSpace, LF, SPACE } from '../../text/chars';
import { wordSet } from '../../text/wordSet';
import { isCiteCommand } from '../model/markers';

const [QUOTE, DOLLAR, PERCENT, HASH, ASTERISK, DASH] = [34, 36, 37, 35, 42, 45];
const [OPEN, BACKSLASH, CLOSE, APOSTROPHE, BACKTICK, OPTION, OPTION_END, TILDE] = [
  123, 92, 125, 39, 96, 91, 93, 126,
];

/** Longest argument or formula, in UTF-16 units. */
const LONGEST = 600;
/** Longest URL, option and name of an environment. */
const SHORT = 300;

const HEADINGS = wordSet('part chapter section subsection subsubsection paragraph subparagraph');
/** Commands whose argument is a URL, where `%` and `~` are letters. */
const ADDRESSES = wordSet('url href path nolinkurl doi');
/** What follows a backslash in a line break or a space of some width. */
const SPACES: ReadonlySet<number> = new Set([92, 44, 59, 58, 33, 32, 47]);
/** Commands whose arguments are invisible to readers. */
const UNSEEN = wordSet(
  'label ref eqref pageref cref Cref autoref nameref vref hyperref vspace hspace includegraphics input include bibliography bibliographystyle addbibresource pagestyle thispagestyle setcounter addtocounter setlength usepackage newcommand renewcommand providecommand newtheorem index graphicspath hypersetup',
);
/** Letters that are written as commands. */
const LETTERS = wordSet('o O l L ss ae AE oe OE aa AA i j');
/** Environments whose content is not prose; the sentence continues after a formula. */
const FORMULAS = wordSet(
  'equation equation* align align* alignat alignat* eqnarray eqnarray* gather gather* multline multline* displaymath math',
);
const VERBATIM = wordSet(
  'verbatim verbatim* Verbatim lstlisting minted comment filecontents filecontents* tikzpicture alltt algorithmic thebibliography',
);

/** Rewrites `codes`, which begin at the start of the document or after a blank line. */
export function rewriteLatex(codes: Uint16Array): void {
  let hasWords = false;
  for (let i = 0; i < codes.length;) {
    const c = codes[i] ?? 0;
    if (c === PERCENT) i = comment(codes, i, hasWords);
    else {
      i = rewrite(codes, i);
      hasWords = codes[i - 1] !== LF && (hasWords || !isSpace(c));
    }
  }
}

/** Rewrites what is at `i`; returns the offset after it. */
function rewrite(codes: Uint16Array, i: number): number {
  const [c, next] = [codes[i], codes[i + 1]];
  if (c === BACKSLASH) return command(codes, i);
  if (c === DOLLAR) return formula(codes, i, next === DOLLAR ? '$$' : '$');
  if ((c === BACKTICK && next === BACKTICK) || (c === APOSTROPHE && next === APOSTROPHE)) {
    codes[i] = c === BACKTICK ? SPACE : QUOTE;
    codes[i + 1] = c === BACKTICK ? QUOTE : SPACE;
    return i + 2;
  }
  if (c === TILDE || c === OPEN || c === CLOSE) codes[i] = SPACE;
  return i + 1;
}

/** A comment; without words before it on its line it does not end the paragraph. */
function comment(codes: Uint16Array, start: number, hasWords: boolean): number {
  let i = start;
  while (i < codes.length && codes[i] !== LF && codes[i] !== CR) codes[i++] = SPACE;
  if (!hasWords && codes[i] === CR) codes[i++] = SPACE;
  if (!hasWords && codes[i] === LF) codes[i++] = SPACE;
  return i;
}

/** The offset after a formula, `$…$`, `$$…$$` or `\[…\]`; after its mark if nothing closes it. */
function formula(codes: Uint16Array, start: number, mark: string): number {
  const from = start + mark.length;
  const isDisplay = mark === '\\[';
  for (let i = from; i < codes.length; i++) {
    if (i - from > LONGEST || endsParagraph(codes, i)) return from;
    if (codes[i] === BACKSLASH) {
      i++;
      if (isDisplay && codes[i] === OPTION) return from;
      if (isDisplay && codes[i] === OPTION_END) return i + 1;
    } else if (!isDisplay && codes[i] === DOLLAR) return i + mark.length;
  }
  return codes.length;
}

/** Whether the line that ends at `i` is followed by a blank one. */
function endsParagraph(codes: Uint16Array, i: number): boolean {
  if (codes[i] !== LF) return false;
  let next = i + 1;
  while (codes[next] === SPACE || codes[next] === 9 || codes[next] === CR) next++;
  return codes[next] === LF;
}

/**
 * The offset after the group that begins at `start`, `{…}` or `[…]`; `start` if there is none, and the end of `codes` if they end within
 * it. Groups contain no paragraphs, and options contain no options.
 */
function group(codes: Uint16Array, start: number, longest = LONGEST): number {
  const open = codes[start];
  if (open !== OPEN && open !== OPTION) return start;
  const isFlat = open === OPTION;
  const close = open === OPEN ? CLOSE : OPTION_END;
  let depth = 0;
  for (let i = start; i < codes.length; i++) {
    const c = codes[i];
    if (i - start > longest || endsParagraph(codes, i)) return start;
    if (c === BACKSLASH) i++;
    else if (c === open && isFlat && i > start) return start;
    else if (c === open) depth++;
    else if (c === close && --depth === 0) return i + 1;
  }
  return codes.length;
}

/** The offset after the options from `start` on and the argument after them, or after all consecutive ones. */
function groups(codes: Uint16Array, start: number, isOne = false): number {
  for (let i = start; ;) {
    const end = group(codes, i);
    if (end === i || (isOne && codes[i] === OPEN)) return end;
    i = end;
  }
}

const blank = (codes: Uint16Array, start: number, end: number): number => {
  codes.fill(SPACE, start, end);
  return Math.min(end, codes.length);
};

/** The same, followed by a new paragraph. */
function paragraph(codes: Uint16Array, start: number, end: number): number {
  blank(codes, start, end);
  if (end <= codes.length) codes.fill(LF, end - 2, end);
  return Math.min(end, codes.length);
}

function command(codes: Uint16Array, start: number): number {
  let i = start + 1;
  while (isAlpha(codes[i] ?? 0) && i - start < 40) i++;
  const name = decode(codes, start + 1, i);
  if (codes[i] === ASTERISK) i++;
  if (name === '') return escaped(codes, start);
  // Pandoc's `\citeproc{key}{Smith 2020}` shows its second argument.
  if (isCiteCommand(name)) return groups(codes, i, name === 'citeproc');
  if (name === 'documentclass') return paragraph(codes, start, after(codes, i, '\\begin{document}'));
  if (name === 'begin' || name === 'end') return environment(codes, start, i, name);
  if (HEADINGS.has(name)) return heading(codes, start, i);
  if (name === 'item') return item(codes, start, i);
  if (name === 'par') return paragraph(codes, start, i);
  if (ADDRESSES.has(name)) {
    const end = group(codes, i, SHORT);
    blank(codes, start, i + 1);
    if (end <= i) return i;
    if (end < codes.length || codes[end - 1] === CLOSE) codes[end - 1] = SPACE;
    return end;
  }
  if (UNSEEN.has(name)) return blank(codes, start, groups(codes, i));
  if (name === 'verb' || name === 'lstinline') return verb(codes, start, i);
  if (LETTERS.has(name)) return i;
  return blank(codes, start, group(codes, blank(codes, start, i), codes[i] === OPTION ? SHORT : 0));
}

/** `\%` and the like show their second unit; `\[…\]` is a formula; accents stay. */
function escaped(codes: Uint16Array, start: number): number {
  const c = codes[start + 1] ?? 0;
  if (c === OPTION) return blank(codes, start, formula(codes, start, '\\['));
  if (SPACES.has(c)) return blank(codes, start, start + 2);
  if ([PERCENT, DOLLAR, HASH, 38, 95, OPEN, CLOSE].includes(c)) codes[start] = SPACE;
  return start + 2;
}

/** `\begin{x}` and `\end{x}` begin a paragraph; an environment that is not prose is removed whole. */
function environment(codes: Uint16Array, start: number, at: number, name: string): number {
  const end = group(codes, at, 40);
  if (end === at) return at;
  const kind = decode(codes, at + 1, end - 1);
  if (name === 'begin' && FORMULAS.has(kind)) return blank(codes, start, after(codes, end, `\\end{${kind}}`));
  if (name === 'begin' && VERBATIM.has(kind))
    return paragraph(codes, start, after(codes, end, `\\end{${kind}}`));
  return paragraph(codes, start, name === 'begin' ? group(codes, end, SHORT) : end);
}

/** The offset after the next `mark`, or past the end of `codes`. */
function after(codes: Uint16Array, start: number, mark: string): number {
  for (let i = start; i < codes.length; i++) {
    let n = 0;
    while (n < mark.length && codes[i + n] === mark.charCodeAt(n)) n++;
    if (n === mark.length) return i + n;
  }
  return codes.length + 1;
}

/** `\section[short]{Title}` as a heading on a line of its own; its words are read on. */
function heading(codes: Uint16Array, start: number, at: number): number {
  const open = codes[at] === OPTION ? group(codes, at, SHORT) : at;
  const end = group(codes, open, SHORT);
  if (end === open) return blank(codes, start, at);
  blank(codes, start, open + 1);
  codes[start] = LF;
  codes[start + 1] = HASH;
  for (let i = open + 1; i < end; i++) if (codes[i] === LF || codes[i] === CR) codes[i] = SPACE;
  if (codes[end - 1] === CLOSE) codes[end - 1] = LF;
  return open + 1;
}

/** `\item[label]` as an item of a list. */
function item(codes: Uint16Array, start: number, at: number): number {
  const end = group(codes, at, SHORT);
  blank(codes, start, at);
  codes[start] = LF;
  codes[start + 1] = DASH;
  if (end === at) return at;
  codes[at] = SPACE;
  if (codes[end - 1] === OPTION_END) codes[end - 1] = 58;
  return at + 1;
}

/** `\verb|…|`, which ends with its line at the latest. */
function verb(codes: Uint16Array, start: number, at: number): number {
  const mark = codes[at] === OPEN ? CLOSE : codes[at];
  let i = at + 1;
  while (i < codes.length && codes[i] !== mark && codes[i] !== LF) i++;
  return blank(codes, start, codes[i] === mark ? i + 1 : i);
}
