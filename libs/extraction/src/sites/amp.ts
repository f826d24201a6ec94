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

const ofPlatform =
  (before: string, behind = '') =>
  (id: string): string =>
    `${before}${encodeURIComponent(id)}${behind}`;
const asWritten = (url: string): string => url;

/** AMP elements that embed a page of a platform: the attribute with its id, and the URL (amp.dev/documentation/components). */
const EMBEDS: ReadonlyMap<string, readonly [attribute: string, urlOf: (id: string) => string]> = new Map<
  string,
  readonly [string, (id: string) => string]
>([
  ['amp-youtube', ['data-videoid', ofPlatform('https://www.youtube.com/embed/')]],
  ['amp-vimeo', ['data-videoid', ofPlatform('https://player.vimeo.com/video/')]],
  ['amp-dailymotion', ['data-videoid', ofPlatform('https://www.dailymotion.com/embed/video/')]],
  [
    'amp-soundcloud',
    ['data-trackid', ofPlatform('https://w.soundcloud.com/player/?url=https://api.soundcloud.com/tracks/')],
  ],
  ['amp-twitter', ['data-tweetid', ofPlatform('https://twitter.com/i/status/')]],
  ['amp-instagram', ['data-shortcode', ofPlatform('https://www.instagram.com/p/', '/embed/')]],
  ['amp-facebook', ['data-href', asWritten]],
  ['amp-pinterest', ['data-url', asWritten]],
  ['amp-video-iframe', ['src', asWritten]],
]);

/** The HTML name of an AMP image or player; the element's own name otherwise. */
export function htmlNameOf({ localName }: LightElement): string {
  return EQUIVALENTS.get(localName) ?? localName;
}

/**
 * Replaces AMP images, players and embeds by HTML elements. Removes their children, which are fallbacks and
 * placeholders, except the sources of players.
 */
export function replaceAmpElements(root: LightElement): void {
  for (const element of [...elementsOf(root)]) {
    if (!element.localName.startsWith('amp-')) continue;
    const replacement = equivalentOf(element) ?? embedOf(element);
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
  return frameOf(element.getAttribute('src') ?? '', element.getAttribute('title') ?? '');
}

function embedOf(element: LightElement): LightElement | undefined {
  const [attribute = '', urlOf] = EMBEDS.get(element.localName) ?? [];
  const id = element.getAttribute(attribute)?.trim() ?? '';
  if (urlOf === undefined || id === '') return undefined;
  return frameOf(urlOf(id), element.getAttribute('title') ?? '');
}

/** The tree represents frames by a box element with the original name. */
function frameOf(url: string, title: string): LightElement {
  return new LightElement('div', ['src', url, 'title', title, ORIGINAL_TAG, 'iframe']);
}
