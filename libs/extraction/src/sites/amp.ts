import { ORIGINAL_TAG } from '../tree/frames';
import { LightElement } from '../tree/light-node';
import { elementsOf } from '../tree/walk';

/** AMP elements that have an HTML equivalent with the same attributes. */
const EQUIVALENTS: ReadonlyMap<string, string> = new Map([
  ['amp-img', 'img'],
  ['amp-anim', 'img'],
  ['amp-video', 'video'],
  ['amp-audio', 'audio'],
  ['amp-iframe', 'iframe'],
]);

/** The HTML name of an AMP image or player; the element's own name otherwise. */
export function htmlNameOf({ localName }: LightElement): string {
  return EQUIVALENTS.get(localName) ?? localName;
}

/**
 * Replaces AMP images, players and frames by HTML elements. Removes their children, which are fallbacks and placeholders,
 * except the sources of players.
 */
export function replaceAmpElements(root: LightElement): void {
  for (const element of [...elementsOf(root)]) {
    if (!element.localName.startsWith('amp-')) continue;
    const replacement = equivalentOf(element);
    if (replacement === undefined) continue;
    for (const child of element.childNodes) {
      if (child.nodeType === 3 || child.localName !== 'source') continue;
      element.removeChild(child);
      replacement.appendChild(child);
    }
    element.parentNode?.insertBefore(replacement, element);
    element.parentNode?.removeChild(element);
  }
}

function equivalentOf(element: LightElement): LightElement | undefined {
  const name = EQUIVALENTS.get(element.localName);
  if (name !== 'iframe') return name === undefined ? undefined : element.copyAs(name);
  const [src, title] = ['src', 'title'].map((attribute) => element.getAttribute(attribute) ?? '');
  // The tree represents frames by a div with the original name.
  return new LightElement('div', ['src', src ?? '', 'title', title ?? '', ORIGINAL_TAG, 'iframe']);
}
