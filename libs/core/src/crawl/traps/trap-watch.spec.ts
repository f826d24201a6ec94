import { explainTrap } from './explain-trap';
import { recognizeTrap, type TrapKind } from './recognize-trap';
import { TrapWatch } from './trap-watch';

const at = (path: string) => `https://site.example${path}`;

it.each<[path: string, kind: TrapKind | undefined]>([
  ['/a/b/a/b/a/b', 'repeating-path'],
  ['/x/a/b/c/a/b/c/a/b/c/d', 'repeating-path'],
  ['/a//b/a//b/a//b/', 'repeating-path'],
  ['/en/en/en/en/en/en', 'repeating-path'],
  ['/a/b/a/a/b/b/a/b/a', 'repeating-path'],
  ['/b/a/x/a/y/a/z', undefined],
  ['/shop/all/all/all/all/all', undefined],
  ['/-/x/-/y/-/z/-/-', undefined],
  ['/a/a/a', undefined],
  ['/a/b/a/b', undefined],
  ['/a/b/a/b/a/c', undefined],
  ['/0/0/0/0/0/0/0', undefined],
  ['/1/2/1/2/1/2', undefined],
  [`/${Array.from({ length: 30 }, (_, n) => n).join('/')}`, undefined],
  [`/${Array.from({ length: 31 }, (_, n) => n).join('/')}`, 'deep-path'],
  [`/?q=${'x'.repeat(4000)}`, undefined],
  [`/?q=${'x'.repeat(4100)}`, 'long-url'],
])('recognizeTrap classifies %s as %s', (path, kind) => {
  expect(recognizeTrap(new URL(at(path)))).toBe(kind);
});

function visit(urlOf: (n: number) => string): { visited: number; kinds: (TrapKind | undefined)[] } {
  const watch = new TrapWatch();
  const verdicts = Array.from({ length: 2000 }, (_, n) => watch.recognize(at(urlOf(n))));
  return {
    visited: verdicts.filter((kind) => kind === undefined).length,
    kinds: [...new Set(verdicts.filter((kind) => kind !== undefined))],
  };
}

const hex = (n: number) => (n + 1).toString(16).padStart(32, '0');
const day = (n: number) => new Date(Date.UTC(2000, 0, 1 + n)).toISOString().slice(0, 10);

describe('TrapWatch', () => {
  it.each<[what: string, urlOf: (n: number) => string, kind: TrapKind, visited: number]>([
    ['months by number', (n) => `/calendar/${n}`, 'calendar', 500],
    ['days in the path', (n) => `/events/${day(n).replaceAll('-', '/')}/`, 'calendar', 500],
    ['days in the query', (n) => `/events?view=day&date=${day(n)}`, 'calendar', 500],
    ['months in the query', (n) => `/c?month=${(n % 12) + 1}&year=${2000 + Math.floor(n / 12)}`, 'calendar', 500],
    ['PHP session ids', (n) => `/a?x=1&PHPSESSID=${hex(n)}`, 'session-id', 3],
    ['Java session ids', (n) => `/a;jsessionid=${hex(n)}?x=1`, 'session-id', 3],
    ['ASP.NET session ids', (n) => `/(S(${hex(n)}))/a`, 'session-id', 3],
    ['counting ids', (n) => `/a?sid=${n}`, 'session-id', 100],
    [
      'filter combinations',
      (n) => `/shop?${['a', 'b', 'c', ...[...n.toString(2)].map((bit, at) => `f${at}${bit}`)].join('=1&')}=1`,
      'facets',
      100,
    ],
    ['repeating paths', (n) => `/a${'/b/a'.repeat(Math.floor(n / 100))}`, 'repeating-path', 300],
  ])('limits %s', (_, urlOf, kind, visited) => {
    const result = visit(urlOf);
    expect(result.kinds).toContain(kind);
    expect(result.visited).toBe(visited);
  });

  it('limits two relative links combined in any order', () => {
    const watch = new TrapWatch();
    const found = ['/'];
    for (const path of found) {
      for (const name of ['shop', 'help']) {
        if (watch.recognize(at(`${path}${name}/`)) === undefined) found.push(`${path}${name}/`);
      }
    }
    expect(found.length).toBeLessThan(1000);
  });

  it.each<[what: string, urlOf: (n: number) => string]>([
    ['numbered pages', (n) => `/list?page=${n}`],
    ['numbered articles', (n) => `/news/${n}`],
    ['articles below their day', (n) => `/${day(n).replaceAll('-', '/')}/a-title`],
    ['forum topics', (n) => `/viewtopic.php?f=${n % 7}&t=${n}&start=${n % 3}`],
    ['search results', (n) => `/search?s=${hex(n).slice(20)}&lang=en`],
    ['parts of a list', (n) => `/list?start=${n * 10}&end=${n * 10 + 9}`],
  ])('does not limit %s', (_, urlOf) => {
    expect(visit(urlOf)).toEqual({ visited: 2000, kinds: [] });
  });

  it('returns the same result for a repeated URL', () => {
    const watch = new TrapWatch();
    const ask = () => Array.from({ length: 6 }, (_, n) => watch.recognize(at(`/a?jsessionid=${hex(n)}`)));
    const first = ask();
    expect(first).toEqual([undefined, undefined, undefined, 'session-id', 'session-id', 'session-id']);
    expect(ask()).toEqual(first);
  });

  it('limits its memory for any site', () => {
    const watch = new TrapWatch();
    for (let n = 0; n < 20_000; n += 1) watch.recognize(at(`/${'p'.repeat(2000)}/${n}?PHPSESSID=${hex(n)}`));
    const { families } = watch as unknown as { families: Map<string, unknown> };
    expect(families.size).toBeLessThan(2500);
    expect(watch.size).toBeLessThan(4_010_000);
  });
});

it.each([
  [at('/calendar/4711'), 'a calendar'],
  [at('/a?PHPSESSID=1'), 'session ids'],
  [at(`/${'a/b/'.repeat(5)}`), 'a path that repeats itself'],
  [at('/shop?a=1&b=2&c=3'), 'combinations of filters'],
])('explainTrap describes %s as %s', (example, trap) => {
  expect(explainTrap(example)).toContain(`${trap}, for example ${example}`);
});
