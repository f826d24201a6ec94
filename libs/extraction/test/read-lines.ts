import { makeBlocks } from '../src/pdf/make-blocks';
import { makeRows } from '../src/pdf/make-rows';
import { orderRows } from '../src/pdf/order-rows';
import type { TextRun } from '../src/pdf/page-text';
import { type Block } from '../src/pdf/write-html';

/** `y` counts from the foot of the page, as in PDF. */
export type Line = [left: number, y: number, text: string, size?: number];

/** Letters are half as wide as high. */
function runOf([left, y, text, size = 10]: Line): TextRun {
  const right = left + (text.length * size) / 2;
  return { text, left, right, y, size, isMono: false, isRightToLeft: false, isApart: false };
}

/** The blocks of pages with these lines. */
export function readLines(...pages: Line[][]): Block[] {
  const rows = pages.map((lines) => ({ rows: makeRows(lines.map(runOf)), turned: [] }));
  return makeBlocks(orderRows(rows, { dropRunning: true }));
}

/** Of what has no text of its own the kind. */
export function textsOf(blocks: Block[]): string[] {
  return blocks.map((block) => ('text' in block ? block.text : block.kind));
}

export const filler = 'words that fill the whole of a line of text';
