import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { PageFailure } from '@orbweaver/core';
import { parseHostList } from './host-list';
import { isGlobalAddress } from './is-global-address';

export interface HostAddress {
  address: string;
  family: 4 | 6;
}

export type Resolution =
  | { kind: 'addresses'; addresses: [HostAddress, ...HostAddress[]] }
  /** Reason `dns` or `egress-denied`. */
  | { kind: 'failed'; failure: PageFailure };

/** All addresses of a name, both families, in the order to try. Rejects with Node's DNS errors. */
export type Resolver = (hostname: string) => Promise<HostAddress[]>;

/**
 * Decides where this process may connect to. A name is resolved here and nowhere else, and whoever asks connects to
 * one of the addresses of the answer: a second look-up could give another one (DNS rebinding).
 */
export interface EgressGuard {
  /** `hostname` as in a URL: an IPv6 address may stand in brackets. Never rejects. */
  resolve(hostname: string): Promise<Resolution>;
}

export interface EgressGuardOptions {
  /** The text of EGRESS_ALLOW, see parseHostList. */
  allow?: string;
  /** The text of EGRESS_DENY, of the same form. What both name is denied. */
  deny?: string;
  /** Takes the place of the system's resolver. */
  resolver?: Resolver;
  /** Told of every refusal, for a metric or a log. */
  onDenied?: (hostname: string) => void;
}

/** Throws when `allow` or `deny` cannot be read. */
export function createEgressGuard(options: EgressGuardOptions = {}): EgressGuard {
  const allowed = parseHostList(options.allow ?? '');
  const closed = parseHostList(options.deny ?? '');
  const resolver = options.resolver ?? resolveBySystem;

  const addressesOf = async (hostname: string): Promise<HostAddress[]> => {
    const literal = isIP(hostname);
    return literal === 0 ? await resolver(hostname) : [{ address: hostname, family: literal === 4 ? 4 : 6 }];
  };

  const refuse = (hostname: string, failure: PageFailure): Resolution => {
    options.onDenied?.(hostname);
    return { kind: 'failed', failure };
  };

  return {
    async resolve(host) {
      const hostname = host
        .toLowerCase()
        .replace(/^\[(.*)\]$/, '$1')
        .replace(/\.$/, '');
      if (closed.hasHost(hostname)) return refuse(hostname, closedByOperator(host));
      let found: HostAddress[];
      try {
        found = await addressesOf(hostname);
      } catch (error) {
        return { kind: 'failed', failure: unresolved(host, error) };
      }
      const reachable = found.filter(
        ({ address }) =>
          isIP(address) !== 0 && (isGlobalAddress(address) || allowed.hasHost(hostname) || allowed.hasAddress(address)),
      );
      const [first, ...rest] = reachable.filter(({ address }) => !closed.hasAddress(address));
      if (first !== undefined) return { kind: 'addresses', addresses: [first, ...rest] };
      if (found.length === 0) return { kind: 'failed', failure: unresolved(host) };
      return refuse(hostname, reachable.length > 0 ? closedByOperator(host) : notPublic(host));
    },
  };
}

async function resolveBySystem(hostname: string): Promise<HostAddress[]> {
  const found = await lookup(hostname, { all: true, verbatim: true });
  return found.map(({ address, family }) => ({ address, family: family === 4 ? 4 : 6 }));
}

function unresolved(host: string, error?: unknown): PageFailure {
  const code = typeof error === 'object' && error !== null && 'code' in error ? ` (${String(error.code)})` : '';
  return { reason: 'dns', message: `The host name ${host} cannot be resolved${code}: ERR_NAME_NOT_RESOLVED` };
}

function closedByOperator(host: string): PageFailure {
  return {
    reason: 'egress-denied',
    message: `The operator of this service has closed ${host} with EGRESS_DENY: ERR_BLOCKED_BY_ADMINISTRATOR`,
  };
}

function notPublic(host: string): PageFailure {
  return {
    reason: 'egress-denied',
    message: `${host} is not on the public internet; the operator of this service can open it with EGRESS_ALLOW: ERR_BLOCKED_BY_ADMINISTRATOR`,
  };
}
