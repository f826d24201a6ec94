import { makeBlocks } from '../src/pdf/make-blocks';
import { makeRows } from '../src/pdf/make-rows';
import { orderRows } from '../src/pdf/order-rows';
import type { TextRun } from '../src/pdf/page-text';
import { type Block } from '../src/pdf/write-html';

/** `y`: distance from the bottom of the page, as in PDF. */
export type Line = [left: number, y: number, text: string, size?: number];

/** A run whose letters are half as wide as high. */
function runOf([left, y, text, size = 10]: Line): TextRun {
  const right = left + (text.length * size) / 2;
  return { text, left, right, y, size, isMono: false, isRightToLeft: false, isApart: false };
}

/** Blocks of pages with these lines. */
export function readLines(...pages: Line[][]): Block[] {
  const rows = pages.map((lines) => ({ rows: makeRows(lines.map(runOf)), turned: [] }));
  return makeBlocks(orderRows(rows, { dropRunning: true }));
}

/** The text of a block, or its kind if it has none. */
export function textsOf(blocks: Block[]): string[] {
  return blocks.map((block) => ('text' in block ? block.text : block.kind));
}

export const filler = 'words that fill the whole of a line of text';
