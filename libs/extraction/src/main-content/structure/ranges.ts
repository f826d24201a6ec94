import type { BlockElements, TextBlock } from '../text-blocks';

/** The blocks of an element: from `start` up to `end`, exclusive. */
export interface Range {
  start: number;
  end: number;
}

export function rangeOf({ first, end }: BlockElements, element: number): Range {
  return { start: first[element] as number, end: end[element] as number };
}

export function sizeOf({ first, end }: BlockElements, element: number): number {
  return (end[element] as number) - (first[element] as number);
}

export function isAnyKept(kept: Uint8Array, { start, end }: Range): boolean {
  return kept.subarray(start, end).includes(1);
}

/** Keeps every block of the range except buttons. */
export function keepText(blocks: readonly TextBlock[], kept: Uint8Array, { start, end }: Range): void {
  for (let index = start; index < end; index++) if (!isButton(blocks[index] as TextBlock)) kept[index] = 1;
}

export function isButton({ buttonShare }: TextBlock): boolean {
  return buttonShare >= 0.5;
}

export function isLink({ linkShare }: TextBlock): boolean {
  return linkShare >= 0.5;
}

interface Words {
  all: number;
  kept: number;
  linked: number;
}

export function countWords(blocks: readonly TextBlock[], kept: Uint8Array, { start, end }: Range): Words {
  const count = { all: 0, kept: 0, linked: 0 };
  for (let index = start; index < end; index++) {
    const { words, linkShare } = blocks[index] as TextBlock;
    count.all += words;
    count.linked += words * linkShare;
    if (kept[index] === 1) count.kept += words;
  }
  return count;
}
