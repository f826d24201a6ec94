import type { LightElement } from '../../tree/light-node';

type Write = (content: string) => string;

/** Node name of blocks with a writer of their own. */
export const WRITTEN_BLOCK = 'NOFRAMES';
const writers = new WeakMap<LightElement, Write>();

/** Turns `element` into a block that `write` writes. */
export function writeAsBlock(element: LightElement, write: Write): void {
  element.nodeName = WRITTEN_BLOCK;
  writers.set(element, write);
}

export function writeBlock(content: string, element: LightElement): string {
  const write = writers.get(element);
  return `\n\n${write === undefined ? content : write(content)}\n\n`;
}
