import {
  closingRules,
  explainClosed,
  explainPrivateHost,
  type HostLists,
  missingRules,
  openingRules,
  type PageFailure,
  type RefusedHost,
} from '@orbweaver/core';

type EgressCause = 'unresolved' | 'not-public' | 'closed';

/** A page whose host was not connected to. `cause` and `detail` are for the operator only. */
export interface EgressFailure extends PageFailure {
  cause: EgressCause;
  detail: string;
}

export function failureDetail(failure: PageFailure): string | undefined {
  return 'detail' in failure && typeof failure.detail === 'string' ? failure.detail : undefined;
}

export interface Denial {
  cause: Exclude<EgressCause, 'unresolved'>;
  detail: string;
}

export function denialOf(failure: PageFailure): Denial | undefined {
  const { cause, detail } = failure as Partial<EgressFailure>;
  return cause === undefined || cause === 'unresolved' || detail === undefined ? undefined : { cause, detail };
}

export function withoutDetail({ reason, message }: PageFailure): PageFailure {
  return { reason, message };
}

/**
 * Identical for unresolved names and those with internal addresses only, so that callers cannot discover internal
 * names.
 */
export function noPublicAddress(host: string): PageFailure {
  return {
    reason: 'dns',
    message: `The host name ${host} cannot be resolved to a public address: ERR_NAME_NOT_RESOLVED`,
  };
}

export function unresolved(host: string, error?: unknown): EgressFailure {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'no addresses';
  return { ...noPublicAddress(host), cause: 'unresolved', detail: `${host} does not resolve (${code})` };
}

/** For callers: does not reveal whether an internal name exists. */
export function nameNotReachable(
  refused: RefusedHost & { addresses: readonly string[] },
  lists: HostLists,
  cause: Denial['cause'],
): EgressFailure {
  const { host, addresses } = refused;
  const why = cause === 'closed' ? closingRules(refused, lists) : missingRules(refused, lists);
  return { ...noPublicAddress(host), cause, detail: `${host} resolves to ${addresses.slice(0, 4).join(', ')}, ${why}` };
}

export function addressNotPublic(refused: RefusedHost, lists: HostLists): EgressFailure {
  const { host } = refused;
  return {
    reason: 'egress-denied',
    message: `${host} is not on the public internet; ${explainPrivateHost(refused, lists)}: ERR_BLOCKED_BY_ADMINISTRATOR`,
    cause: 'not-public',
    detail: `${host} is ${missingRules(refused, lists)}`,
  };
}

/** The addresses are public, so the message reveals no internal name. */
export function ownNetwork(refused: RefusedHost & { addresses: readonly string[] }, lists: HostLists): EgressFailure {
  const { host, addresses } = refused;
  return {
    reason: 'egress-denied',
    message: `${host} is in the network of this service; ${explainPrivateHost(refused, lists)}: ERR_BLOCKED_BY_ADMINISTRATOR`,
    cause: 'not-public',
    detail: `${host} (${addresses.slice(0, 4).join(', ')}) is an address of this machine or of a directly connected network; ${openingRules(refused, lists)}`,
  };
}

export function closedByOperator(refused: RefusedHost, lists: HostLists): EgressFailure {
  const message = explainClosed(refused, lists).replace(/^t/, 'T');
  return {
    reason: 'egress-denied',
    message: `${message}: ERR_BLOCKED_BY_ADMINISTRATOR`,
    cause: 'closed',
    detail: `${refused.host} is ${closingRules(refused, lists)}`,
  };
}

/** Adds that a redirect, link or script led to the blocked address, which the caller did not request itself. */
export function explainBlockedRedirect(failure: PageFailure, by: 'redirect' | 'page'): PageFailure {
  if (failure.reason !== 'egress-denied') return failure;
  const leader = by === 'redirect' ? 'A redirect' : 'The page';
  return { ...failure, message: `${leader} led to a blocked address: ${failure.message}` };
}
