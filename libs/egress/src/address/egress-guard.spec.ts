import { isIP } from 'node:net';
import { HostList } from '@orbweaver/core';
import { hostLists, wrongHostLists } from '@orbweaver/testing';
import type { HostAddress } from '../names/hosts-file';
import { withoutDetail } from './egress-failure';
import { createEgressGuard } from './egress-guard';

const v4 = (address: string): HostAddress => ({ address, family: 4 });

describe('createEgressGuard', () => {
  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://①②⑦.0.0.1/',
    'http://169.254.169.254/',
    'http://0/',
  ])('blocks %s in any notation', async (url) => {
    const onDenied = jest.fn();
    const resolution = await createEgressGuard({ onDenied }).resolve(new URL(url).hostname, 80);
    expect(resolution).toMatchObject({ kind: 'failed', failure: { reason: 'egress-denied' } });
    expect(onDenied.mock.calls).toEqual([[expect.any(String), 'not-public']]);
  });

  it('returns only the public addresses of a name', async () => {
    const guard = createEgressGuard({ resolver: async () => [v4('10.0.0.1'), v4('8.8.8.8')] });
    expect(await guard.resolve('mixed.example', 80)).toEqual({ kind: 'addresses', addresses: [v4('8.8.8.8')] });
  });

  it.each([
    ['an unknown name', async () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }))],
    ['a name without addresses', async () => []],
  ])('reports %s as dns', async (_, resolver) => {
    const resolution = await createEgressGuard({ resolver }).resolve('gone.example', 80);
    expect(resolution).toMatchObject({ kind: 'failed', failure: { reason: 'dns' } });
    expect(resolution).toMatchObject({ failure: { message: expect.stringMatching(/ERR_NAME_NOT_RESOLVED$/) } });
  });

  it.each([
    ['with an address of our own network', '', ''],
    ['with a blocked address of our own network', '10.0.0.0/8', '10.0.0.0/16'],
    ['without an address', '', ''],
  ])('hides from callers that a name is one %s', async (kind, allow, deny) => {
    const addresses = kind === 'without an address' ? [] : [v4('10.0.0.1')];
    const resolution = await createEgressGuard({ allow, deny, resolver: async () => addresses }).resolve('a.test', 80);
    if (resolution.kind === 'addresses') throw new Error('the host was allowed');
    expect(withoutDetail(resolution.failure)).toEqual({
      reason: 'dns',
      message: 'The host name a.test cannot be resolved to a public address: ERR_NAME_NOT_RESOLVED',
    });
    expect(resolution.failure.detail).toMatch(addresses.length === 0 ? /does not resolve/ : /resolves to 10\.0\.0\.1/);
  });

  it('resolves a name with a trailing dot as complete', async () => {
    const resolver = jest.fn(async () => [v4('8.8.8.8')]);
    await createEgressGuard({ resolver }).resolve('Shop.Example.', 443);
    expect(resolver).toHaveBeenCalledWith('shop.example.');
  });

  it('allows and blocks single ports', async () => {
    const resolver = async () => [v4('10.0.0.1')];
    const guard = createEgressGuard({ allow: 'wiki.test:8080, 10.0.0.1:9090, 8.8.8.8', deny: '8.8.8.8:25', resolver });
    const isOpen = async (host: string, port: number) => (await guard.resolve(host, port)).kind === 'addresses';
    const cases: [string, number, boolean][] = [
      ['wiki.test', 8080, true],
      ['wiki.test', 80, false],
      ['other.test', 8080, false],
      ['other.test', 9090, true],
      ['8.8.8.8', 25, false],
      ['8.8.8.8', 587, true],
    ];
    for (const [host, port, open] of cases) expect([host, port, await isOpen(host, port)]).toEqual([host, port, open]);
  });

  it.each([
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '127.0.0.2', false],
    ['127.0.0.0/8', '127.9.9.9', true],
    ['127.0.0.0/8', '[::ffff:127.0.0.1]', true],
    ['[::1]', '::1', true],
    ['fd00::/8', 'fd12::3', true],
    ['wiki.intern', 'wiki.intern', true],
    ['Wiki.Intern', 'WIKI.intern.', true],
    ['wiki.intern', 'evil.wiki.intern', false],
    ['*.intern', 'a.b.intern', true],
    ['*.intern', 'intern', false],
    ['10.0.0.0/8, wiki.intern', 'other.intern', true],
    ['', '127.0.0.1', false],
  ])('allows by EGRESS_ALLOW "%s" the host %s: %s', async (allow, host, opened) => {
    const guard = createEgressGuard({ allow, resolver: async () => [v4('10.0.0.1')] });
    expect((await guard.resolve(host, 80)).kind).toBe(opened ? 'addresses' : 'failed');
  });

  it.each([
    ['shop.example', 'shop.example', 'by name'],
    ['shop.example', 'SHOP.example.', 'by name'],
    ['shop.example', 'www.shop.example', 'no'],
    ['*.shop.example', 'www.shop.example', 'by name'],
    ['8.8.8.0/24', 'by-address.example', 'by address'],
    ['8.8.8.8', '[::ffff:8.8.8.8]', 'by address'],
    ['8.8.4.4', 'by-address.example', 'no'],
    ['', 'shop.example', 'no'],
  ])('blocks by EGRESS_DENY "%s" an allowed host %s: %s', async (deny, host, by) => {
    const resolver = jest.fn(async () => [v4('8.8.8.8')]);
    const onDenied = jest.fn();
    const guard = createEgressGuard({ allow: `${host.replace(/\.$/, '')}, 0.0.0.0/0`, deny, resolver, onDenied });
    const resolution = await guard.resolve(host, 80);
    if (by === 'no') {
      expect(resolution.kind).toBe('addresses');
      return;
    }
    const message = expect.stringContaining('The operator of this service has closed ');
    expect(resolution).toMatchObject({
      kind: 'failed',
      failure: { cause: 'closed', reason: 'egress-denied', message },
    });
    expect(onDenied.mock.calls).toEqual([[expect.any(String), 'closed']]);
    // Blocked names must not be sent to name servers.
    if (by === 'by name') expect(resolver).not.toHaveBeenCalled();
  });

  it('prefers "not public" to "blocked by the operator"', async () => {
    const guard = createEgressGuard({ deny: '10.0.0.0/8', resolver: async () => [v4('10.0.0.1')] });
    expect(await guard.resolve('10.0.0.1', 80)).toMatchObject({
      failure: { message: expect.stringContaining('not on the public internet') },
    });
  });

  it.each([
    ['169.254.169.254', '169.254.0.0/16, 169.254.169.254, *.internal'],
    ['[::ffff:169.254.169.254]', '0.0.0.0/0, ::/0'],
    ['168.63.129.16', '0.0.0.0/0'],
    ['100.100.100.200', '100.64.0.0/10'],
    ['169.254.170.2', '169.254.170.2:80'],
    ['[fd00:ec2::254]', 'fd00::/8'],
    ['[fd20:ce::254]', '[fd20:ce::254]'],
    ['metadata.internal', '0.0.0.0/0, metadata.internal'],
  ])('blocks the metadata service %s with EGRESS_ALLOW "%s"', async (host, allow) => {
    const guard = createEgressGuard({ allow, resolver: async () => [v4('169.254.169.254')] });
    const detail = expect.stringMatching(/EGRESS_ALLOW cannot allow the metadata service of a cloud provider$/);
    expect(await guard.resolve(host, 80)).toMatchObject({ failure: { cause: 'not-public', detail } });
  });

  const MESSAGES: [allow: string, deny: string, host: string, message: string, detail: string][] = [
    [
      '',
      '',
      '10.0.0.1',
      '10.0.0.1 is not on the public internet; only the operator of this service can allow it (EGRESS_ALLOW)',
      '10.0.0.1 is not on the public internet; EGRESS_ALLOW has no entry for it',
    ],
    [
      '10.0.0.0/8:8080, 10.0.0.1:8081',
      '',
      '10.0.0.1',
      '10.0.0.1 is not on the public internet; the operator of this service allows only other ports than 80',
      '10.0.0.1 is not on the public internet; EGRESS_ALLOW allows other ports: 10.0.0.0/8:8080, 10.0.0.1:8081',
    ],
    [
      '127.0.0.1:8080',
      '',
      'localhost',
      'localhost is not on the public internet; the operator of this service allows only other ports than 80',
      'localhost is not on the public internet; EGRESS_ALLOW allows other ports: 127.0.0.1:8080',
    ],
    [
      '127.0.0.0/8',
      '127.0.0.1, [::1]:80',
      'localhost',
      'The operator of this service has closed localhost',
      'localhost is closed by 127.0.0.1, [::1]:80 of EGRESS_DENY, which overrides 127.0.0.0/8 of EGRESS_ALLOW',
    ],
    [
      '',
      '8.8.8.8:80',
      '8.8.8.8',
      'The operator of this service has closed port 80 of 8.8.8.8',
      '8.8.8.8 is closed by 8.8.8.8:80 of EGRESS_DENY',
    ],
    [
      '[fd00::/8]:80',
      'fd12::/16',
      'fd12::3',
      'The operator of this service has closed fd12::3',
      'fd12::3 is closed by fd12::/16 of EGRESS_DENY, which overrides [fd00::/8]:80 of EGRESS_ALLOW',
    ],
    [
      '',
      '2606:4700::80',
      '2606:4700::80',
      'The operator of this service has closed 2606:4700::80',
      '2606:4700::80 is closed by 2606:4700::80 of EGRESS_DENY',
    ],
    [
      'shop.example',
      '*.example:80',
      'shop.example',
      'The operator of this service has closed port 80 of shop.example',
      'shop.example is closed by *.example:80 of EGRESS_DENY, which overrides shop.example of EGRESS_ALLOW',
    ],
    [
      '',
      '8.8.8.0/24',
      'by-address.example',
      'The operator of this service has closed by-address.example',
      'by-address.example is closed by 8.8.8.0/24 of EGRESS_DENY',
    ],
    [
      'inside.example',
      '10.0.0.0/16:80',
      'inside.example',
      'The host name inside.example cannot be resolved to a public address',
      'inside.example resolves to 10.0.0.1, closed by 10.0.0.0/16:80 of EGRESS_DENY, which overrides inside.example of EGRESS_ALLOW',
    ],
    [
      'inside.example:8080',
      '',
      'inside.example',
      'The host name inside.example cannot be resolved to a public address',
      'inside.example resolves to 10.0.0.1, not on the public internet; EGRESS_ALLOW allows other ports: inside.example:8080',
    ],
  ];
  it.each(MESSAGES)(
    'reports for EGRESS_ALLOW "%s" and EGRESS_DENY "%s" the rule that blocks %s',
    async (allow, deny, host, message, detail) => {
      const inside = { 'inside.example': '10.0.0.1', localhost: '127.0.0.1' };
      const resolver = async (name: string) => [v4(inside[name as keyof typeof inside] ?? '8.8.8.8')];
      const resolution = await createEgressGuard({ allow, deny, resolver }).resolve(host, 80);
      if (resolution.kind === 'addresses') throw new Error('the host was allowed');
      const { failure } = resolution;
      expect([failure.message.replace(/: ERR_[A-Z_]+$/, ''), failure.detail]).toEqual([message, detail]);
    },
  );

  it.each(wrongHostLists)('rejects the entry %s', (entry) => {
    expect(() => new HostList(`8.8.8.8, ${entry}`)).toThrow(entry);
  });

  it.each(hostLists)('reads %s like the gateway: contains %s: %s', (entry, host, isNamed, port) => {
    const list = new HostList(entry);
    const address = host.replace(/^\[|\]$/g, '');
    expect(isIP(address) === 0 ? list.hasHost(host, port) : list.hasAddress(address, port)).toBe(isNamed);
  });
});
