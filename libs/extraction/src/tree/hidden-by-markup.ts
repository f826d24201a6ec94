import type { LightElement } from './light-node';

/** Whether attributes of its own hide the element until a script or the reader shows it. */
export function isHiddenByMarkup(element: LightElement): boolean {
  const hidden = element.getAttribute('hidden');
  if (hidden !== null) return hidden.toLowerCase() !== 'until-found';
  if (element.localName === 'dialog') return element.getAttribute('open') === null;
  const style = element.getAttribute('style');
  return style !== null && /display\s{0,9}:\s{0,9}none/i.test(style);
}
