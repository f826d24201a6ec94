import { resolveUrl } from '../page/base-url';
import { candidateUrls } from '../page/srcset';
import type { LightElement } from '../tree/light-node';
import { elementsOf } from '../tree/walk';

const META_IMAGES = /^(?:og:image(?::url|:secure_url)?|twitter:image(?::src)?|image)$/i;
const LINKED_IMAGES = /(?:^|[\s-])(?:icon|apple-touch-icon(?:-precomposed)?|image_src)(?:$|\s)/i;
/** Characters; looking through a longer one is not worth the time. */
const MAX_STYLE = 10_000;
const STYLE_URL = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^)'"]*))\s*\)/gi;
/** The declaration that a text ends in the middle of. */
const OPEN_DECLARATION = /(?:^|;)\s*([\w-]*)\s*:?[^;]*$/;

/**
 * The addresses of all images of a page as it was received: absolute, unique, grouped by where they stand: img src,
 * img data-src, img srcset, picture sources, meta tags, icons, inline backgrounds, video posters.
 * data: and blob: stay as they are.
 */
export function collectImages(root: LightElement, baseUrl: string): string[] {
  const groups: string[][] = Array.from({ length: 8 }, () => []);
  const add = (group: number, ...references: (string | null | undefined)[]) => {
    for (const reference of references) if (reference) groups[group]?.push(reference);
  };
  for (const element of elementsOf(root)) {
    const attribute = (name: string) => element.getAttribute(name);
    if (element.localName === 'img') {
      add(0, attribute('src'));
      add(1, attribute('data-src'));
      add(2, ...candidateUrls(attribute('srcset') ?? ''));
    } else if (element.localName === 'source') {
      if (element.parentNode?.localName === 'picture') add(3, ...candidateUrls(attribute('srcset') ?? ''));
    } else if (element.localName === 'meta') {
      const name = attribute('property') ?? attribute('name') ?? attribute('itemprop') ?? '';
      if (META_IMAGES.test(name)) add(4, attribute('content'));
    } else if (element.localName === 'link') {
      if (LINKED_IMAGES.test(attribute('rel') ?? '')) add(5, attribute('href'));
    } else if (element.localName === 'video') {
      add(7, attribute('poster'));
    }
    const style = attribute('style');
    if (style?.includes('url(') && style.length <= MAX_STYLE) add(6, ...backgroundUrls(style));
  }
  const images = new Set<string>();
  for (const reference of groups.flat()) {
    const url = resolveUrl(reference, baseUrl);
    if (url !== undefined && /^(?:https?|data|blob):/.test(url)) images.add(url);
  }
  return [...images];
}

/** One look at every `url(…)`: a single expression for all of it would take the square of a style made to hurt. */
function backgroundUrls(style: string): (string | undefined)[] {
  const urls: (string | undefined)[] = [];
  let property: string | undefined;
  let end = 0;
  for (const match of style.matchAll(STYLE_URL)) {
    const between = style.slice(end, match.index);
    if (end === 0 || between.includes(';')) property = OPEN_DECLARATION.exec(between)?.[1]?.toLowerCase();
    end = match.index + match[0].length;
    if (property === 'background' || property === 'background-image') urls.push(match[1] ?? match[2] ?? match[3]);
  }
  return urls;
}
