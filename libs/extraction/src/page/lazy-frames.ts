import type { LightElement } from '../tree/light-node';
import { lazySource } from './lazy-images';

/** What stands in the place of an address until a script puts it there; `<`: an inlined image that was removed. */
const NO_ADDRESS = /^(?:about:|blob:|data:|javascript:|<|#)/i;
/** Where a frame, a player or its source leads once scripts have run, as written; empty: nowhere. */
export function sourceOfFrame(element: LightElement): string {
  const source = element.getAttribute('src')?.trim() ?? '';
  if (source !== '' && !NO_ADDRESS.test(source)) return source;
  return lazySource(element) ?? '';
}
