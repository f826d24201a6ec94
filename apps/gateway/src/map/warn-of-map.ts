import { parentHost, siteDomain } from '@orbweaver/core';
import type { ReceivedMap } from '../notifications/map-replies';
import type { MapOrder } from './map-sites';

/** Why URLs may be missing. */
export function warnOfMap(
  { spec, timeoutMs }: Pick<MapOrder, 'spec' | 'timeoutMs'>,
  { urls, isCut, isStopped, warnings }: Omit<ReceivedMap, 'parts'>,
): (string | undefined)[] {
  const cut = `The map ended at its timeout (${timeoutMs / 1000} s), so URLs may be missing. Set a higher timeout.`;
  const stopped = 'The service stopped before the map was complete, so URLs may be missing. Send the request again.';
  return [...(isStopped ? [stopped] : isCut ? [cut] : []), ...warnings, adviseBaseDomain(spec, urls)];
}

function adviseBaseDomain({ url, limit }: MapOrder['spec'], urls: number): string | undefined {
  const start = new URL(url);
  const isBareDomain = start.pathname === '/' && start.search === '' && parentHost(start.hostname) === undefined;
  if (urls > 1 || limit === 1 || isBareDomain) return undefined;
  const port = start.port === '' ? '' : `:${start.port}`;
  return `Only ${urls} result(s) found. For more results, map the base domain: ${start.protocol}//${siteDomain(start)}${port}`;
}
