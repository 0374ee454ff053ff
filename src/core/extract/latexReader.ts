/** Reads LaTeX. Apart from the scan, so that an editor loads it with the first such text. */
import type { LatexReader } from '.';
import { rewriteLatex } from './markdown/latex';
import { bibItems } from './references/bibItems';

export const LATEX: LatexReader = { rewrite: rewriteLatex, works: bibItems };
