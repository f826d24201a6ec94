import type { LightElement } from '../../tree/light-node';

type Write = (content: string) => string;

/** A block that pages no longer have. */
export const WRITTEN_BLOCK = 'NOFRAMES';
const writers = new WeakMap<LightElement, Write>();

/** Makes a block of `element` that is written by `write`. */
export function writeAsBlock(element: LightElement, write: Write): void {
  element.nodeName = WRITTEN_BLOCK;
  writers.set(element, write);
}

export function writeBlock(content: string, element: LightElement): string {
  const write = writers.get(element);
  return `\n\n${write === undefined ? content : write(content)}\n\n`;
}
