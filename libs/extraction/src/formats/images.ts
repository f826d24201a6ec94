import type { Addresses } from '../page/addresses';
import { candidateUrls } from '../page/srcset';
import { findStyleUrls } from '../page/style-urls';
import { UrlList } from '../page/url-list';
import type { LightElement } from '../tree/light-node';
import { elementsOf } from '../tree/walk';

const META_IMAGES = /^(?:og:image(?::url|:secure_url)?|twitter:image(?::src)?|image)$/i;
const LINKED_IMAGES = /(?:^|[\s-])(?:icon|apple-touch-icon(?:-precomposed)?|image_src)(?:$|\s)/i;

/**
 * The addresses of all images of a page as it was received: absolute, unique, grouped by where they stand: img src,
 * img data-src, img srcset, picture sources, meta tags, icons, inline backgrounds, video posters.
 * data: and blob: stay as they are.
 */
export function collectImages(root: LightElement, addresses: Addresses, warnings: string[]): string[] {
  const groups: string[][] = Array.from({ length: 8 }, () => []);
  const add = (group: number, reference: string | null) => {
    if (reference) groups[group]?.push(reference);
  };
  for (const element of elementsOf(root)) {
    const attribute = (name: string) => element.getAttribute(name);
    const addCandidates = (group: number) => {
      for (const url of candidateUrls(attribute('srcset') ?? '')) add(group, url);
    };
    if (element.localName === 'img') {
      add(0, attribute('src'));
      add(1, attribute('data-src'));
      addCandidates(2);
    } else if (element.localName === 'source') {
      if (element.parentNode?.localName === 'picture') addCandidates(3);
    } else if (element.localName === 'meta') {
      if (['property', 'name', 'itemprop'].some((name) => META_IMAGES.test(attribute(name) ?? ''))) {
        add(4, attribute('content'));
      }
    } else if (element.localName === 'link') {
      if (LINKED_IMAGES.test(attribute('rel') ?? '')) add(5, attribute('href'));
    } else if (element.localName === 'video') {
      add(7, attribute('poster'));
    }
    for (const { property, url } of findStyleUrls(attribute('style') ?? '')) {
      if (property === 'background' || property === 'background-image') add(6, url);
    }
  }
  const images = new UrlList();
  for (const reference of groups.flat()) {
    const url = addresses.resolve(reference);
    if (url !== undefined && /^(?:https?|data|blob):/i.test(url)) images.add(url);
  }
  if (images.isCut) warnings.push('The page has too many images; some were left out.');
  return images.toArray();
}
