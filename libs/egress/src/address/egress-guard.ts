import { isIP } from 'node:net';
import { HostList, isGlobalAddress, isMetadataAddress } from '@orbweaver/core';
import type { HostAddress } from '../names/hosts-file';
import { resolveBySystem } from '../names/name-resolver';
import {
  addressNotPublic,
  closedByOperator,
  type Denial,
  denialOf,
  type EgressFailure,
  nameNotReachable,
  ownNetwork,
  unresolved,
} from './egress-failure';
import { OwnNetworks, type ReadInterfaces } from './own-networks';

type Resolution =
  | { kind: 'addresses'; addresses: [HostAddress, ...HostAddress[]] }
  | { kind: 'failed'; failure: EgressFailure };

/**
 * Resolves a name to all addresses of both families, in connection order. Rejects with an error with a `code` of
 * `node:dns`.
 */
export type Resolver = (hostname: string) => Promise<HostAddress[]>;

/**
 * Decides which addresses this process may connect to. Callers must connect to a returned address: a second lookup
 * could return another one (DNS rebinding).
 */
export interface EgressGuard {
  /** `hostname` as in a URL, with or without brackets. Never rejects. */
  resolve(hostname: string, port: number): Promise<Resolution>;
}

export interface EgressGuardOptions {
  allow?: string;
  deny?: string;
  /** Default: hosts file and DNS. */
  resolver?: Resolver;
  /** Default: `os.networkInterfaces`. */
  readInterfaces?: ReadInterfaces;
  onDenied?: (hostname: string, cause: Denial['cause']) => void;
}

/**
 * Allows public addresses outside this machine's own networks and those of `allow`, but never metadata services of
 * cloud providers.
 * @throws Error if `allow` or `deny` is invalid or the interfaces cannot be read
 */
export function createEgressGuard(options: EgressGuardOptions = {}): EgressGuard {
  const lists = { allowed: new HostList(options.allow ?? ''), closed: new HostList(options.deny ?? '') };
  const { allowed, closed } = lists;
  const resolver = options.resolver ?? resolveBySystem;
  const own = new OwnNetworks(options.readInterfaces);

  const refuse = (hostname: string, failure: EgressFailure): Resolution => {
    const denial = denialOf(failure);
    if (denial !== undefined) options.onDenied?.(hostname, denial.cause);
    return { kind: 'failed', failure };
  };

  return {
    async resolve(host, port) {
      const written = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
      const hostname = written.replace(/\.$/, '');
      if (closed.hasHost(hostname, port)) return refuse(hostname, closedByOperator({ host, port }, lists));
      const literal = isIP(hostname);
      let found: HostAddress[];
      try {
        found = literal === 0 ? await resolver(written) : [{ address: hostname, family: literal === 4 ? 4 : 6 }];
      } catch (error) {
        return { kind: 'failed', failure: unresolved(host, error) };
      }
      if (found.length === 0) return { kind: 'failed', failure: unresolved(host) };
      const isOpen = ({ address }: HostAddress) => !closed.hasAddress(address, port);
      const isReachable = ({ address }: HostAddress) =>
        isIP(address) !== 0 &&
        !isMetadataAddress(address) &&
        (allowed.hasHost(hostname, port) ||
          allowed.hasAddress(address, port) ||
          (isGlobalAddress(address) && !own.has(address)));
      const reachable = found.filter(isReachable);
      const [first, ...rest] = reachable.filter(isOpen);
      if (first !== undefined) return { kind: 'addresses', addresses: [first, ...rest] };
      const isClosed = reachable.length > 0;
      // Hides blocked internal addresses, which would reveal that the name exists. localhost is no secret.
      const isTold = literal !== 0 || hostname === 'localhost';
      const isSecret = !isTold && !reachable.some(({ address }) => isGlobalAddress(address));
      const refused = { host, port, addresses: found.map(({ address }) => address) };
      if (isClosed && !isSecret) return refuse(hostname, closedByOperator(refused, lists));
      const isOwn = found.some(({ address }) => isGlobalAddress(address) && own.has(address));
      if (!isClosed && isOwn) return refuse(hostname, ownNetwork(refused, lists));
      const cause = isClosed ? 'closed' : 'not-public';
      const explain = isTold ? addressNotPublic(refused, lists) : nameNotReachable(refused, lists, cause);
      return refuse(hostname, explain);
    },
  };
}
