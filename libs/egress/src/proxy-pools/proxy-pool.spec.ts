import { parseProxyList } from './parse-proxy-list';
import { type ProxyPick, ProxyPool } from './proxy-pool';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

function poolOf(text: string) {
  let now = 1_000_000;
  const outs: [string, number][] = [];
  const pool = new ProxyPool(parseProxyList(text), {
    now: () => now,
    onOut: (proxy, outMs) => outs.push([proxy.host, outMs]),
  });
  const pass = (ms: number) => {
    now += ms;
  };
  const next = (country?: string) => pool.pick(country)?.proxy.host;
  const pickOf = (host: string): ProxyPick => {
    for (let turn = 0; turn < 20; turn += 1) {
      const pick = pool.pick(undefined)!;
      if (pick.proxy.host === host) return pick;
    }
    throw new Error(`${host} was never picked`);
  };
  return { pool, outs, pass, next, pickOf };
}

const THREE = 'http://a, http://b, http://c';

describe('ProxyPool.pick', () => {
  it('rotates among the healthy', () => {
    const { pool, next, pickOf } = poolOf(THREE);
    expect([next(), next(), next(), next()]).toEqual(['a', 'b', 'c', 'a']);
    pool.failed(pickOf('b'), 'broken');
    expect([next(), next(), next(), next()]).toEqual(['c', 'a', 'c', 'a']);
  });

  it('skips excluded proxies until none is left', () => {
    const { pool } = poolOf(THREE);
    const tried = new Set<ProxyPick['proxy']>();
    const hosts: string[] = [];
    for (;;) {
      const pick = pool.pick(undefined, tried);
      if (pick === undefined) break;
      tried.add(pick.proxy);
      hosts.push(pick.proxy.host);
    }
    expect(hosts).toEqual(['a', 'b', 'c']);
  });

  it.each<[string, string, string | undefined, string[]]>([
    ["the country's", 'http://a?country=DE,http://b,http://c?country=DE', 'DE', ['a', 'c']],
    ['those without a country, if the country has none', 'http://a?country=DE,http://b,http://c', 'FR', ['b', 'c']],
    ['any, if all have another country', 'http://a?country=DE,http://b?country=IT', 'FR', ['a', 'b']],
    [
      'those without a country, if none is requested',
      'http://a?country=DE,http://b,http://c?country=US,http://d',
      undefined,
      ['b', 'd'],
    ],
    [
      'those in the US, if none is requested and all have one',
      'http://a?country=DE,http://b?country=US,http://c?country=US',
      undefined,
      ['b', 'c'],
    ],
    [
      'any, if none is requested and there is no better',
      'http://a?country=DE,http://b?country=IT',
      undefined,
      ['a', 'b'],
    ],
  ])('prefers %s', (_, text, country, hosts) => {
    const { next } = poolOf(text);
    expect([next(country), next(country), next(country)]).toEqual([hosts[0], hosts[1], hosts[0]]);
  });

  it('prefers an unhealthy proxy of the country', () => {
    const { pool, next } = poolOf('http://a?country=DE,http://b');
    pool.failed(pool.pick('DE')!, 'broken');
    expect(next('DE')).toBe('a');
  });

  it('uses other countries if none is requested and the proxies without a country are down', () => {
    const { pool, next } = poolOf('http://a?country=FR,http://b,http://c?country=US');
    pool.failed(pool.pick(undefined)!, 'broken');
    expect(next()).toBe('c');
    pool.failed(pool.pick(undefined)!, 'broken');
    expect(next()).toBe('a');
  });

  it('picks the proxy with the shortest remaining back-off if all are down', () => {
    const { pool, pass, next, pickOf } = poolOf('http://a,http://b');
    pool.failed(pickOf('b'), 'broken');
    pass(SECOND);
    pool.failed(pickOf('a'), 'broken');
    expect([next(), next()]).toEqual(['b', 'b']);
  });
});

describe('a failing proxy', () => {
  it('backs off for 30 s, doubled up to 10 min until a success', () => {
    const { pool, outs, pass } = poolOf('http://a');
    const failAgain = () => {
      pool.failed(pool.pick(undefined)!, 'broken');
      pass(outs.at(-1)![1]);
    };
    for (let time = 0; time < 7; time += 1) failAgain();
    expect(outs.map(([, ms]) => ms / SECOND)).toEqual([30, 60, 120, 240, 480, 600, 600]);
    pool.succeeded(pool.pick(undefined)!);
    failAgain();
    expect(outs.at(-1)).toEqual(['a', 30 * SECOND]);
  });

  it('returns after its back-off', () => {
    const { pool, pass, next, pickOf } = poolOf('http://a,http://b');
    pool.failed(pickOf('a'), 'broken');
    pass(30 * SECOND - 1);
    expect(pool.counts()).toEqual({ healthy: 1, out: 1 });
    expect([next(), next()]).toEqual(['b', 'b']);
    pass(1);
    expect(pool.counts()).toEqual({ healthy: 2, out: 0 });
    expect([next(), next()].sort()).toEqual(['a', 'b']);
  });

  it('has one outage for all concurrent pages', () => {
    const { pool, outs, pass } = poolOf('http://a');
    const picks = [1, 2, 3].map(() => pool.pick(undefined)!);
    for (const pick of picks) pool.failed(pick, 'broken');
    for (let time = 0; time < 10; time += 1) {
      pass(SECOND);
      pool.failed(pool.pick(undefined)!, 'broken');
    }
    expect(outs).toEqual([['a', 30 * SECOND]]);
    pass(19 * SECOND);
    expect(pool.counts()).toEqual({ healthy: 0, out: 1 });
    pass(SECOND);
    expect(pool.counts()).toEqual({ healthy: 1, out: 0 });
    const again = [1, 2, 3].map(() => pool.pick(undefined)!);
    for (const pick of again) pool.failed(pick, 'broken');
    expect(outs).toEqual([
      ['a', 30 * SECOND],
      ['a', MINUTE],
    ]);
  });

  it('is healthy after a success', () => {
    const { pool } = poolOf('http://a');
    const slow = pool.pick(undefined)!;
    pool.failed(pool.pick(undefined)!, 'broken');
    expect(pool.counts()).toEqual({ healthy: 0, out: 1 });
    pool.succeeded(slow);
    expect(pool.counts()).toEqual({ healthy: 1, out: 0 });
  });
});

describe('a proxy with failing targets', () => {
  it.each<[string, string[], number]>([
    ['one target', ['x', 'x', 'x'], 0],
    ['two consecutive targets', ['x', 'y'], 1],
    ['two targets with a success in between', ['x', '', 'y'], 0],
    ['three consecutive targets', ['x', 'y', 'z'], 1],
  ])('for %s', (_, targets, outages) => {
    const { pool, outs, pickOf } = poolOf(THREE);
    for (const target of targets) {
      if (target === '') pool.succeeded(pickOf('a'));
      else pool.doubted(pickOf('a'), target, 'broken');
      if (outs.length > 0) break;
    }
    expect(outs).toHaveLength(outages);
  });

  it('backs off at once if there is no other proxy to compare with', () => {
    const { pool, outs } = poolOf('http://a');
    pool.doubted(pool.pick(undefined)!, 'x', 'broken');
    expect(outs).toHaveLength(1);
  });
});
