import { networkInterfaces } from 'node:os';
import type { HostAddress } from '../names/hosts-file';
import { withoutDetail } from './egress-failure';
import { createEgressGuard } from './egress-guard';
import { OwnNetworks, type ReadInterfaces } from './own-networks';

const v4 = (cidr: string | null, address = cidr!.split('/')[0]!) => ({ family: 'IPv4' as const, address, cidr });
const v6 = (cidr: string) => ({ family: 'IPv6' as const, address: cidr.split('/')[0]!, cidr });

const machine: ReadInterfaces = () => ({
  lo: [v4('127.0.0.1/8'), v6('::1/128')],
  eth0: [v4('45.55.96.10/20'), v4('10.17.0.5/16'), v6('2604:a880:2:d0::2082:1/64'), v6('fe80::1/64')],
  eth1: [v4('198.41.0.4/32'), v6('2a01:4f8:c0c:1::1/128')],
  tun0: [v4('8.8.8.1/1'), v4('9.9.9.1/8'), v6('2a00:1450::1/32')],
  odd0: [v4(null, '193.0.14.129')],
});

describe('createEgressGuard on a machine with public addresses', () => {
  it.each([
    ['its own address', '45.55.96.10', '', false],
    ['the router of its network', '45.55.96.1', '', false],
    ['the last address of its network', '45.55.111.254', '', false],
    ['the next network', '45.55.112.1', '', true],
    ['its own IPv6 address', '[2604:a880:2:d0::2082:1]', '', false],
    ['a neighbour by IPv6', '[2604:a880:2:d0::7]', '', false],
    ['the next IPv6 network', '[2604:a880:2:d1::7]', '', true],
    ['a /32 address', '198.41.0.4', '', false],
    ['the address after a /32 address', '198.41.0.5', '', true],
    ['a /128 address', '[2a01:4f8:c0c:1::1]', '', false],
    ['the address after a /128 address', '[2a01:4f8:c0c:1::2]', '', true],
    ['its own address with the mask /1', '8.8.8.1', '', false],
    ['a public address inside the mask /1', '1.1.1.1', '', true],
    ['its own address with the mask /8', '9.9.9.1', '', false],
    ['a public address inside the mask /8', '9.9.9.9', '', true],
    ['its own IPv6 address with the mask /32', '[2a00:1450::1]', '', false],
    ['a public IPv6 address inside the mask /32', '[2a00:1450:4001::8a]', '', true],
    ['its own address with a mask that is not contiguous', '193.0.14.129', '', false],
    ['a neighbour that EGRESS_ALLOW names', '45.55.96.77', '45.55.96.77', true],
    ['a neighbour on another port than EGRESS_ALLOW names', '45.55.96.77', '45.55.96.77:8080', false],
    ['its own address in a network that EGRESS_ALLOW names', '45.55.96.10', '45.55.96.0/20', true],
    ['a name that resolves to its own address', 'own.example', '', false],
    ['a name that EGRESS_ALLOW names', 'own.example', '*.example', true],
  ])('decides for %s whether %s is reachable with EGRESS_ALLOW "%s": %s', async (_, host, allow, isReachable) => {
    const resolver = async (): Promise<HostAddress[]> => [{ address: '45.55.96.10', family: 4 }];
    const guard = createEgressGuard({ allow, resolver, readInterfaces: machine });
    expect((await guard.resolve(host, 80)).kind).toBe(isReachable ? 'addresses' : 'failed');
  });

  it('connects to the other addresses of a name', async () => {
    const addresses: HostAddress[] = ['45.55.96.1', '1.1.1.1'].map((address) => ({ address, family: 4 }));
    const guard = createEgressGuard({ resolver: async () => addresses, readInterfaces: machine });
    expect(await guard.resolve('two.example', 80)).toEqual({ kind: 'addresses', addresses: [addresses[1]] });
  });

  it('reports the reason and the setting that allows the address', async () => {
    const onDenied = jest.fn();
    const guard = createEgressGuard({ readInterfaces: machine, onDenied });
    const resolution = await guard.resolve('45.55.96.1', 80);
    if (resolution.kind === 'addresses') throw new Error('the address was allowed');
    expect(withoutDetail(resolution.failure)).toEqual({
      reason: 'egress-denied',
      message:
        '45.55.96.1 is in the network of this service; only the operator of this service can allow it (EGRESS_ALLOW): ERR_BLOCKED_BY_ADMINISTRATOR',
    });
    expect(resolution.failure.detail).toBe(
      '45.55.96.1 (45.55.96.1) is an address of this machine or of a directly connected network; EGRESS_ALLOW has no entry for it',
    );
    expect(onDenied.mock.calls).toEqual([['45.55.96.1', 'not-public']]);
  });
});

describe('OwnNetworks', () => {
  afterEach(() => jest.useRealTimers());

  it('contains every address of this machine', () => {
    const own = new OwnNetworks();
    const addresses = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
    expect(addresses.filter((address) => !own.has(address))).toEqual([]);
  });

  it('throws when the interfaces cannot be read', () => {
    const readInterfaces = () => {
      throw new Error('uv_interface_addresses returned EAFNOSUPPORT');
    };
    expect(() => createEgressGuard({ readInterfaces })).toThrow(/allow netlink sockets \(AF_NETLINK\)$/);
  });

  it('reads the interfaces at most every ten seconds, and keeps the last result when a read fails', () => {
    jest.useFakeTimers();
    const fail = () => {
      throw new Error('EMFILE');
    };
    const states = [() => ({}), machine, fail];
    let reads = 0;
    const own = new OwnNetworks(() => states[reads++]!());
    const ask = (): boolean[] => Array.from({ length: 1000 }, () => own.has('45.55.96.10'));
    expect([new Set(ask()), reads]).toEqual([new Set([false]), 1]);
    jest.advanceTimersByTime(10_000);
    expect([new Set(ask()), reads]).toEqual([new Set([true]), 2]);
    jest.advanceTimersByTime(10_000);
    expect([new Set(ask()), reads]).toEqual([new Set([true]), 3]);
  });
});
