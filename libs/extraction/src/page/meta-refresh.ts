import { refreshDelayMs } from '@orbweaver/core';
import type { LightElement } from '../tree/light-node';
import { elementsNamed } from '../tree/noted-elements';

/** Whether the page soon redirects, by `<meta http-equiv=refresh>` outside of `noscript` or by the `Refresh` header. */
export function redirectsSoon(root: LightElement, { url, baseUrl, header }: RefreshSource): boolean {
  if (header !== undefined && isRefreshHeaderRedirect(header, url)) return true;
  return elementsNamed(root, 'meta').some(
    (meta) =>
      meta.getAttribute('http-equiv')?.trim().toLowerCase() === 'refresh' &&
      !isInNoscript(meta) &&
      refreshDelayMs(meta.getAttribute('content') ?? '', { url, baseUrl }) !== undefined,
  );
}

export function isRefreshHeaderRedirect(header: string, url: string): boolean {
  return refreshDelayMs(header, { url, baseUrl: url }) !== undefined;
}

function isInNoscript(meta: LightElement): boolean {
  let parent = meta.parentNode;
  while (parent !== null && parent.localName !== 'noscript') parent = parent.parentNode;
  return parent !== null;
}

export interface RefreshSource {
  url: string;
  baseUrl: string;
  header?: string;
}
