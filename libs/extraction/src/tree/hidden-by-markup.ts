import type { LightElement } from './light-node';

/** Whether attributes of its own hide the element until a script or the reader shows it. */
export function isHiddenByMarkup({ localName, attributes: { hidden, style, open } }: LightElement): boolean {
  if (hidden !== undefined) return hidden.toLowerCase() !== 'until-found';
  if (localName === 'dialog') return open === undefined;
  return style !== undefined && /display\s{0,9}:\s{0,9}none/i.test(style);
}
