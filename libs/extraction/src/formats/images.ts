import type { Addresses } from '../page/addresses';
import { trimAddress } from '../page/base-url';
import { lazyAddresses } from '../page/lazy-images';
import { candidateUrls } from '../page/srcset';
import { findStyleUrls } from '../page/style-urls';
import { UniqueUrls } from '../page/unique-urls';
import { htmlNameOf } from '../sites/amp';
import type { LightElement } from '../tree/light-node';
import { elementsOf } from '../tree/walk';

const META_IMAGES = /^\s*(?:og:image(?::url|:secure_url)?|twitter:image(?::src)?|image)\s*$/i;
const LINKED_IMAGES = /(?:^|[\s-])(?:icon|apple-touch-icon(?:-precomposed)?|image_src)(?:$|\s)/i;
const TEMPLATE = /[{}]/;

/** Kinds of sources, in output order. */
const SOURCE = 0;
const LAZY = 1;
const SET = 2;
const PICTURE = 3;
const META = 4;
const ICON = 5;
const BACKGROUND = 6;
const POSTER = 7;

/** Image URLs of the received page: absolute, unique, grouped by kind of source. Includes `data:` and `blob:` URLs. */
export function collectImages(root: LightElement, addresses: Addresses, warnings: string[]): string[] {
  const groups: string[][] = Array.from({ length: POSTER + 1 }, () => []);
  const add = (group: number, ...references: (string | null)[]) => {
    for (const reference of references) if (reference) groups[group]?.push(reference);
  };
  for (const element of elementsOf(root)) {
    const attribute = (name: string) => element.getAttribute(name);
    const name = htmlNameOf(element);
    if (name === 'img') {
      const lazy = lazyAddresses(element);
      const later = attribute('data-src');
      add(SOURCE, attribute('src'));
      if (later !== null && !TEMPLATE.test(later.slice(0, 1000))) add(LAZY, later);
      add(LAZY, ...lazy.sources);
      add(SET, ...candidateUrls(attribute('srcset') ?? ''), ...lazy.sets);
    } else if (element.localName === 'source') {
      if (element.parentNode?.localName === 'picture') {
        add(PICTURE, ...candidateUrls(attribute('srcset') ?? ''), ...lazyAddresses(element).sets);
      }
    } else if (element.localName === 'meta') {
      const names = ['property', 'name', 'itemprop'];
      if (names.some((name) => META_IMAGES.test(attribute(name) ?? ''))) add(META, attribute('content'));
    } else if (element.localName === 'link') {
      if (LINKED_IMAGES.test(attribute('rel') ?? '')) add(ICON, attribute('href'));
    } else if (name === 'video') {
      add(POSTER, attribute('poster'));
    }
    const style = attribute('style');
    if (style === null) continue;
    for (const { property, url } of findStyleUrls(style)) {
      if (property === 'background' || property === 'background-image') add(BACKGROUND, url);
    }
  }
  const images = new UniqueUrls();
  for (const reference of groups.flat()) {
    const trimmed = trimAddress(reference);
    // Placeholders until a script sets the URL.
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const url = addresses.resolve(trimmed);
    if (url !== undefined && /^(?:https?|data|blob):/i.test(url)) images.add(url);
  }
  if (images.isCut) warnings.push('The page has too many images; some were left out.');
  return images.toArray();
}
