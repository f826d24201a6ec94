import type { LightElement } from '../tree/light-node';

/** Path of a front page, or of its version in a language. */
const FRONT_PAGE = /^\/?(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?$/i;
const ADDRESS = /^(?:https?:)?\/\/(?:www\.)?([^/?#:]{1,253})(?::\d{1,5})?(.*)$/i;

/** Whether a link points to the front page of the site of `canonical`. */
export function leadsHome(link: LightElement, canonical: string): boolean {
  const address = (link.getAttribute('href') ?? '').trim();
  if (address.startsWith('/') && !address.startsWith('//')) return FRONT_PAGE.test(address);
  const [, host, path = ''] = ADDRESS.exec(address) ?? [];
  return (
    host !== undefined && FRONT_PAGE.test(path) && host.toLowerCase() === ADDRESS.exec(canonical)?.[1]?.toLowerCase()
  );
}
