import { promises as fs } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type StubDns, type StubName, startStubDns } from '@orbweaver/testing';
import { NameResolver } from './name-resolver';

const v4 = (address: string) => ({ address, family: 4 });
const v6 = (address: string) => ({ address, family: 6 });
const here = [v4('127.0.0.1'), v6('::1')];

let dns: StubDns;
let directory: string;
let hostsPath: string;
let resolvConfPath: string;
let zone: Record<string, StubName>;
let names: NameResolver;

beforeEach(async () => {
  zone = {};
  dns = await startStubDns((name) => zone[name]);
  directory = await fs.mkdtemp(path.join(os.tmpdir(), 'names-'));
  [hostsPath, resolvConfPath] = [path.join(directory, 'hosts'), path.join(directory, 'resolv.conf')];
  names = new NameResolver({ hostsPath, resolvConfPath, servers: [dns.server] });
});
afterEach(async () => {
  await dns.close();
  await fs.rm(directory, { recursive: true });
});

const codeOf = (name: string) =>
  names.resolve(name).then(
    () => 'found',
    (error: NodeJS.ErrnoException) => error.code,
  );

it('rejects overlong names without caching them', async () => {
  const name = `${'a.'.repeat(125)}test`;
  expect([await codeOf(name), await codeOf(`${name}.`)]).toEqual(['ENOTFOUND', 'ENOTFOUND']);
  expect(dns.count(name)).toBe(0);
});

describe('hosts file', () => {
  it('takes precedence, with all addresses of a name, IPv4 first', async () => {
    await fs.writeFile(
      hostsPath,
      '# wiki\n::7 wiki.test Wiki # and\n10.0.0.7\tother WIKI.test\nfe80::1%eth0 wiki.test\nx wiki.test\n',
    );
    zone['wiki.test'] = { answers: [['10.0.0.9']] };
    for (const name of ['wiki.test', 'WIKI.test.'])
      expect(await names.resolve(name)).toEqual([v4('10.0.0.7'), v6('::7')]);
    expect(await names.resolve('wiki')).toEqual([v6('::7')]);
    expect(dns.count('wiki.test')).toBe(0);
  });

  it('is read again after a change and takes precedence over cached answers', async () => {
    expect(await codeOf('new.test')).toBe('ENOTFOUND');
    await fs.writeFile(hostsPath, '10.0.0.1 new.test\n');
    expect(await names.resolve('new.test')).toEqual([v4('10.0.0.1')]);
    await fs.writeFile(hostsPath, '10.0.0.2 new.test\n');
    expect(await names.resolve('new.test')).toEqual([v4('10.0.0.2')]);
    await fs.rm(hostsPath);
    expect(await codeOf('new.test')).toBe('ENOTFOUND');
  });

  it.each(['localhost', 'LocalHost.', 'a.b.localhost'])('is not needed for %s', async (name) => {
    expect(await names.resolve(name)).toEqual(here);
  });
});

describe('name servers', () => {
  it('queries name servers for both families', async () => {
    zone['both.test'] = { answers: [['2001:db8::5', '192.0.2.1', '192.0.2.2']] };
    zone['six.test'] = { answers: [['2001:db8::5']] };
    expect(await names.resolve('Both.test')).toEqual([v4('192.0.2.1'), v4('192.0.2.2'), v6('2001:db8::5')]);
    expect(await names.resolve('six.test')).toEqual([v6('2001:db8::5')]);
  });

  it('does not wait for name servers that never answer for IPv6', async () => {
    zone['four.test'] = { answers: [['192.0.2.1']], delay6Ms: 'never' };
    const startedAt = performance.now();
    expect(await names.resolve('four.test')).toEqual([v4('192.0.2.1')]);
    expect(performance.now() - startedAt).toBeLessThan(1500);
  });

  it('allows enough time for a slow name, whose answer arrives on the next query', async () => {
    for (let turn = 0; turn < 50; turn += 1) await codeOf(`quick-${turn}.test`);
    zone['slow.test'] = { answers: [['192.0.2.1']], delayMs: 'never' };
    const answered = setTimeout(() => Object.assign(zone['slow.test']!, { delayMs: 0 }), 2500);
    expect(await names.resolve('slow.test')).toEqual([v4('192.0.2.1')]);
    clearTimeout(answered);
  });

  it.each([
    ['without an answer', undefined, 'ENOTFOUND'],
    ['without addresses', {}, 'ENODATA'],
  ])('queries name servers at most every few seconds for a name %s', async (_, name, code) => {
    if (name !== undefined) zone['gone.test'] = name;
    for (let turn = 0; turn < 3; turn += 1) expect(await codeOf('gone.test')).toBe(code);
    expect(dns.count('gone.test')).toBe(1);
  });

  it.each([
    ['kept', 60, 1],
    ['not kept', 0, 3],
  ])('returns answers that are %s with a time to live of %d s', async (_, ttlSeconds, asked) => {
    zone['shop.test'] = { answers: [['192.0.2.1']], ttlSeconds };
    for (let turn = 0; turn < 3; turn += 1) await names.resolve('shop.test');
    expect(dns.count('shop.test')).toBe(asked);
  });

  it('queries name servers again after the time to live', async () => {
    zone['moving.test'] = { answers: [['192.0.2.1'], ['192.0.2.2']], ttlSeconds: 1 };
    const startedAt = performance.now();
    const seen = async () => (await names.resolve('moving.test'))[0]?.address;
    expect(await seen()).toBe('192.0.2.1');
    while ((await seen()) === '192.0.2.1') await new Promise((resolve) => setTimeout(resolve, 20));
    expect(performance.now() - startedAt).toBeGreaterThan(900);
    expect(dns.count('moving.test')).toBe(2);
  });

  it('queries name servers once for concurrent callers', async () => {
    zone['shop.test'] = { answers: [['192.0.2.1']], delayMs: 50 };
    const all = await Promise.all(Array.from({ length: 100 }, () => names.resolve('shop.test')));
    expect(new Set(all.map((found) => JSON.stringify(found)))).toEqual(new Set([JSON.stringify([v4('192.0.2.1')])]));
    expect(dns.count('shop.test')).toBe(1);
  });

  it('queries name servers by the search list, and reads the list again after a change', async () => {
    zone['wiki.corp.test'] = { answers: [['192.0.2.1']], ttlSeconds: 60 };
    zone['wiki.branch.test'] = { answers: [['192.0.2.2']], ttlSeconds: 60 };
    expect(await codeOf('wiki')).toBe('ENOTFOUND');
    await fs.writeFile(resolvConfPath, 'search corp.test\n');
    expect(await names.resolve('wiki')).toEqual([v4('192.0.2.1')]);
    expect(await codeOf('wiki.')).toBe('ENOTFOUND');
    await fs.writeFile(resolvConfPath, 'search branch.test corp.test\n');
    expect(await names.resolve('wiki')).toEqual([v4('192.0.2.2')]);
  });

  it('reports an unknown name at once', async () => {
    names = new NameResolver({ hostsPath, resolvConfPath, servers: ['127.0.0.1:1'] });
    expect(await codeOf('shop.test')).toBe('ECONNREFUSED');
  });
});

it('handles 400 lookups of 100 names with a fifth of them hanging, without blocking threads', async () => {
  const all = Array.from({ length: 100 }, (_, index) => `n${index}.test`);
  const isHanging = (index: number) => index % 5 === 0;
  for (const [index, name] of all.entries()) {
    const fate = isHanging(index) ? { delayMs: 'never' as const } : { delayMs: index % 40 };
    zone[name] = { answers: [['192.0.2.1']], ttlSeconds: 60, ...fate };
  }
  let hung = 0;
  const startedAt = performance.now();
  const asked = Array.from({ length: 400 }, async (_, turn) => {
    const index = turn % all.length;
    const code = await codeOf(all[index]!);
    if (isHanging(index)) hung += 1;
    expect(code).toBe(isHanging(index) ? 'ETIMEOUT' : 'found');
  });
  const work = Array.from({ length: 50 }, async (_, turn) => {
    await fs.writeFile(path.join(directory, String(turn)), await promisify(gzip)(Buffer.alloc(10_000, turn)));
  });
  await Promise.all([...work, ...asked.filter((_, turn) => !isHanging(turn % all.length))]);
  expect(hung).toBe(0);
  await Promise.all(asked);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  for (const [index, name] of all.entries()) if (!isHanging(index)) expect(dns.count(name)).toBeLessThan(3);
  const againAt = performance.now();
  await Promise.all(all.map(codeOf));
  expect(performance.now() - againAt).toBeLessThan(2000);
}, 25_000);
