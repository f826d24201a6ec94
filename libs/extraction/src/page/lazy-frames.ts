import type { LightElement } from '../tree/light-node';
import { isAddress } from './lazy-images';

/** What stands in the place of an address until a script puts it there; `<`: an inlined image that was removed. */
const NO_ADDRESS = /^(?:about:|blob:|data:|javascript:|<|#)/i;
/** Where scripts keep the real one: lazysizes and Smush, WP Rocket, LiteSpeed. */
const LAZY_SOURCES = ['data-src', 'data-lazy-src', 'data-litespeed-src'];

/** Where a frame, a player or its source leads once scripts have run, as written; empty: nowhere. */
export function sourceOfFrame(element: LightElement): string {
  const source = element.getAttribute('src')?.trim() ?? '';
  if (source !== '' && !NO_ADDRESS.test(source)) return source;
  return LAZY_SOURCES.map((name) => element.getAttribute(name)?.trim() ?? '').find(isAddress) ?? '';
}
