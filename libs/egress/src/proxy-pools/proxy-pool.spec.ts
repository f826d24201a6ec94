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
  /** Picks until it is the turn of the host. */
  const pickOf = (host: string): ProxyPick => {
    for (let turn = 0; turn < 20; turn += 1) {
      const pick = pool.pick(undefined)!;
      if (pick.proxy.host === host) return pick;
    }
    throw new Error(`${host} never had its turn`);
  };
  return { pool, outs, pass, next, pickOf };
}

const THREE = 'http://a, http://b, http://c';

describe('turns', () => {
  it('go round among the healthy', () => {
    const { pool, next, pickOf } = poolOf(THREE);
    expect([next(), next(), next(), next()]).toEqual(['a', 'b', 'c', 'a']);
    pool.failed(pickOf('b'), 'broken');
    expect([next(), next(), next(), next()]).toEqual(['c', 'a', 'c', 'a']);
  });

  it('leave out what was tried, until nothing is left', () => {
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
    ['those of the country', 'http://a?country=DE,http://b,http://c?country=DE', 'DE', ['a', 'c']],
    ['those that say no country, if there is none', 'http://a?country=DE,http://b,http://c', 'FR', ['b', 'c']],
    ['any, if all say another country', 'http://a?country=DE,http://b?country=IT', 'FR', ['a', 'b']],
    [
      'those that say no country, if nobody asked for one',
      'http://a?country=DE,http://b,http://c?country=US,http://d',
      undefined,
      ['b', 'd'],
    ],
    [
      'those in the US, if nobody asked for a country and all say one',
      'http://a?country=DE,http://b?country=US,http://c?country=US',
      undefined,
      ['b', 'c'],
    ],
    [
      'any, if nobody asked for a country and there is no better',
      'http://a?country=DE,http://b?country=IT',
      undefined,
      ['a', 'b'],
    ],
  ])('are given to %s', (_, text, country, hosts) => {
    const { next } = poolOf(text);
    expect([next(country), next(country), next(country)]).toEqual([hosts[0], hosts[1], hosts[0]]);
  });

  it('stay in the country when its proxy is out', () => {
    const { pool, next } = poolOf('http://a?country=DE,http://b');
    pool.failed(pool.pick('DE')!, 'broken');
    expect(next('DE')).toBe('a');
  });

  it('go on to the other countries when nobody asked for one and the proxies without are out', () => {
    const { pool, next } = poolOf('http://a?country=FR,http://b,http://c?country=US');
    pool.failed(pool.pick(undefined)!, 'broken');
    expect(next()).toBe('c');
    pool.failed(pool.pick(undefined)!, 'broken');
    expect(next()).toBe('a');
  });

  it('go to the one whose time ends first when all are out', () => {
    const { pool, pass, next, pickOf } = poolOf('http://a,http://b');
    pool.failed(pickOf('b'), 'broken');
    pass(SECOND);
    pool.failed(pickOf('a'), 'broken');
    expect([next(), next()]).toEqual(['b', 'b']);
  });
});

describe('a proxy that fails', () => {
  it('is out for 30 s, then twice as long each time, up to 10 min, until it succeeds', () => {
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

  it('comes back when its time is over', () => {
    const { pool, pass, next, pickOf } = poolOf('http://a,http://b');
    pool.failed(pickOf('a'), 'broken');
    pass(30 * SECOND - 1);
    expect(pool.counts()).toEqual({ healthy: 1, out: 1 });
    expect([next(), next()]).toEqual(['b', 'b']);
    pass(1);
    expect(pool.counts()).toEqual({ healthy: 2, out: 0 });
    expect([next(), next()].sort()).toEqual(['a', 'b']);
  });

  it('has one outage, however many pages were on their way, and however many find it out', () => {
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

  it('is healthy at once when a page comes through', () => {
    const { pool } = poolOf('http://a');
    const slow = pool.pick(undefined)!;
    pool.failed(pool.pick(undefined)!, 'broken');
    expect(pool.counts()).toEqual({ healthy: 0, out: 1 });
    pool.succeeded(slow);
    expect(pool.counts()).toEqual({ healthy: 1, out: 0 });
  });
});

describe('a proxy that is doubted', () => {
  it.each<[string, string[], number]>([
    ['one target', ['x', 'x', 'x'], 0],
    ['two targets in a row', ['x', 'y'], 1],
    ['two targets with a success between', ['x', '', 'y'], 0],
    ['three targets in a row', ['x', 'y', 'z'], 1],
  ])('for %s', (_, targets, outages) => {
    const { pool, outs, pickOf } = poolOf(THREE);
    for (const target of targets) {
      if (target === '') pool.succeeded(pickOf('a'));
      else pool.doubted(pickOf('a'), target, 'broken');
      // Whoever is out has no turn.
      if (outs.length > 0) break;
    }
    expect(outs).toHaveLength(outages);
  });

  it('is out at once where no other could tell', () => {
    const { pool, outs } = poolOf('http://a');
    pool.doubted(pool.pick(undefined)!, 'x', 'broken');
    expect(outs).toHaveLength(1);
  });
});
