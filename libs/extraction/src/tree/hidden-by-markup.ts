import { type LightElement } from './light-node';

/** Whether attributes hide the element until a script or the reader shows it. */
export function isHiddenByMarkup(element: LightElement): boolean {
  const hidden = element.getAttribute('hidden');
  if (hidden !== null) return hidden.toLowerCase() !== 'until-found';
  if (element.localName === 'dialog') return element.getAttribute('open') === null;
  const style = element.getAttribute('style');
  return style !== null && /display\s{0,9}:\s{0,9}none/i.test(style);
}

/** Whether the element is hidden by attributes or style, or is a tracking pixel. */
export function isHidden(element: LightElement): boolean {
  const isDot = (name: string) => /^[01](?:px)?$/.test(element.getAttribute(name)?.trim() ?? '');
  if (element.getAttribute('hidden') !== null || (isDot('width') && isDot('height'))) return true;
  if (element.localName === 'input' && element.getAttribute('type')?.toLowerCase() === 'hidden') return true;
  return /display\s?:\s?none|visibility\s?:\s?hidden|left\s?:\s?-\d{4}/i.test(element.getAttribute('style') ?? '');
}
