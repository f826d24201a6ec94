import type { LightElement } from '../tree/light-node';

/** Whether its own markup hides the element, or it is a one-pixel image or frame that counts visitors. */
export function isHidden(element: LightElement): boolean {
  const isDot = (name: string) => /^[01](?:px)?$/.test(element.getAttribute(name)?.trim() ?? '');
  if (element.getAttribute('hidden') !== null || (isDot('width') && isDot('height'))) return true;
  if (element.localName === 'input' && element.getAttribute('type')?.toLowerCase() === 'hidden') return true;
  return /display\s?:\s?none|visibility\s?:\s?hidden|left\s?:\s?-\d{4}/i.test(element.getAttribute('style') ?? '');
}
