import type { RenderPage } from '@orbweaver/contracts';
import { dedupKey } from '@orbweaver/core';
import type { Capture } from '@orbweaver/extraction';
import type { PageResult } from './page-result';

/** The page of a crawl answered from an address that the crawl takes for another page; undefined: take it as it is. */
export function elsewhere(message: RenderPage, capture: Capture): PageResult | undefined {
  if (message.crawl === undefined) return undefined;
  const { dedup } = message.crawl;
  if (dedupKey(capture.url, dedup) === dedupKey(message.url, dedup)) return undefined;
  return { kind: 'redirected', engine: capture.engine, finalUrl: capture.url };
}
