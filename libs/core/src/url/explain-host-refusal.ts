import type { HostList } from './host-list';
import type { HostEntry } from './host-names';
import { isMetadataAddress } from './is-metadata-address';

/** A blocked host with its addresses, unless unknown or confidential. */
export interface RefusedHost {
  host: string;
  port: number;
  addresses?: readonly string[];
}

export interface HostLists {
  allowed: HostList;
  closed: HostList;
}

export function explainClosed(refused: RefusedHost, lists: HostLists): string {
  const { host, port } = refused;
  const { closing } = rulesOf(refused, lists);
  const isPortOnly = closing.length > 0 && closing.every((entry) => entry.port !== undefined);
  return `the operator of this service has closed ${isPortOnly ? `port ${port} of ${host}` : host}`;
}

export function explainPrivateHost(refused: RefusedHost, lists: HostLists): string {
  if ([refused.host, ...(refused.addresses ?? [])].some(isMetadata)) return 'this service never allows it';
  return rulesOf(refused, lists).openingElsewhere.length > 0
    ? `the operator of this service allows only other ports than ${refused.port}`
    : 'only the operator of this service can allow it (EGRESS_ALLOW)';
}

export function closingRules(refused: RefusedHost, lists: HostLists): string {
  const { closing, opening } = rulesOf(refused, lists);
  const before = opening.length > 0 ? `, which overrides ${written(opening)} of EGRESS_ALLOW` : '';
  return `closed by ${written(closing)} of EGRESS_DENY${before}`;
}

export function missingRules(refused: RefusedHost, lists: HostLists): string {
  return `not on the public internet; ${openingRules(refused, lists)}`;
}

export function openingRules(refused: RefusedHost, lists: HostLists): string {
  const { opening, openingElsewhere } = rulesOf(refused, lists);
  if (opening.length > 0) return 'EGRESS_ALLOW cannot allow the metadata service of a cloud provider';
  return openingElsewhere.length > 0
    ? `EGRESS_ALLOW allows other ports: ${written(openingElsewhere)}`
    : 'EGRESS_ALLOW has no entry for it';
}

function rulesOf({ host, port, addresses = [] }: RefusedHost, { allowed, closed }: HostLists) {
  const hosts = [host.toLowerCase(), ...addresses];
  const opened = allowed.entriesOf(hosts, port);
  return { closing: closed.entriesOf(hosts, port).here, opening: opened.here, openingElsewhere: opened.elsewhere };
}

const isMetadata = (host: string): boolean => isMetadataAddress(host.replace(/^\[|\]$/g, ''));

function written(entries: readonly HostEntry[]): string {
  const texts = entries.map(({ host, port }) => {
    if (port === undefined) return host;
    return `${host.includes(':') ? `[${host}]` : host}:${port}`;
  });
  return [...new Set(texts)].join(', ');
}
