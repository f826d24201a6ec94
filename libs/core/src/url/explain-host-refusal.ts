import type { HostList } from './host-list';
import type { HostEntry } from './host-names';
import { isMetadataAddress } from './is-metadata-address';

/** A host that is refused, with the addresses that it leads to, if they are known and may be told. */
export interface RefusedHost {
  host: string;
  port: number;
  addresses?: readonly string[];
}

/** The lists of an operator: EGRESS_ALLOW and EGRESS_DENY. */
export interface HostLists {
  allowed: HostList;
  closed: HostList;
}

/** For callers: whether the host is closed, or only this port. Settings and their entries are the operator's. */
export function explainClosed(refused: RefusedHost, lists: HostLists): string {
  const { host, port } = refused;
  const { closing } = rulesOf(refused, lists);
  const isPortOnly = closing.length > 0 && closing.every((entry) => entry.port !== undefined);
  return `the operator of this service has closed ${isPortOnly ? `port ${port} of ${host}` : host}`;
}

/** For callers: what can be done about a host that is not public. */
export function explainUnopened(refused: RefusedHost, lists: HostLists): string {
  if ([refused.host, ...(refused.addresses ?? [])].some(isMetadata)) return 'this service never opens it';
  return rulesOf(refused, lists).openingElsewhere.length > 0
    ? `the operator of this service has opened other ports of it than ${refused.port}`
    : 'only the operator of this service can open it';
}

/** For the operator: the entries that decide, and the settings that they stand in. */
export function closingRules(refused: RefusedHost, lists: HostLists): string {
  const { closing, opening } = rulesOf(refused, lists);
  const before = opening.length > 0 ? `, which goes before ${written(opening)} of EGRESS_ALLOW` : '';
  return `closed by ${written(closing)} of EGRESS_DENY${before}`;
}

export function missingRules(refused: RefusedHost, lists: HostLists): string {
  return `not on the public internet; ${openingRules(refused, lists)}`;
}

/** For the operator: why EGRESS_ALLOW does not open the host. */
export function openingRules(refused: RefusedHost, lists: HostLists): string {
  const { opening, openingElsewhere } = rulesOf(refused, lists);
  if (opening.length > 0) return 'EGRESS_ALLOW cannot open a metadata service of a cloud provider';
  return openingElsewhere.length > 0
    ? `EGRESS_ALLOW opens other ports: ${written(openingElsewhere)}`
    : 'EGRESS_ALLOW has no entry for it';
}

function rulesOf({ host, port, addresses = [] }: RefusedHost, { allowed, closed }: HostLists) {
  const hosts = [host.toLowerCase(), ...addresses];
  const opened = allowed.entriesOf(hosts, port);
  return { closing: closed.entriesOf(hosts, port).here, opening: opened.here, openingElsewhere: opened.elsewhere };
}

const isMetadata = (host: string): boolean => isMetadataAddress(host.replace(/^\[|\]$/g, ''));

/** As an operator writes them. A name and its address may have the same entry. */
function written(entries: readonly HostEntry[]): string {
  const texts = entries.map(({ host, port }) => {
    if (port === undefined) return host;
    return `${host.includes(':') ? `[${host}]` : host}:${port}`;
  });
  return [...new Set(texts)].join(', ');
}
