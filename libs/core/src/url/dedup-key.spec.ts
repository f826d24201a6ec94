import fc from 'fast-check';
import { type DedupOptions, dedupKey } from './dedup-key';

const exact: DedupOptions = { ignoreQueryParameters: false, deduplicateSimilarURLs: false };
const similar: DedupOptions = { ignoreQueryParameters: false, deduplicateSimilarURLs: true };

// `xn--` starts Punycode, mostly invalid in random text.
const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,6}[a-z0-9]$/).filter((text) => !text.startsWith('xn--'));
const host = fc
  .tuple(
    fc.constantFrom('', 'www.', 'www.www.'),
    fc.array(label, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '.'),
  )
  .map(([prefix, labels, dot]) => `${prefix}${labels.join('.')}.example${dot}`);
const escapes = fc.stringMatching(/^(?:%[0-9a-fA-F]{0,2}|[2e%A~]){1,6}$/);
const segment = fc.oneof(
  fc.constantFrom('index.html', 'index%2ehtml', 'index.php', '', 'a', 'B', '%2e', '..', 'ü', 'x y', '100%'),
  escapes,
  label,
);
const path = fc.array(segment, { maxLength: 5 }).map((segments) => `/${segments.join('/')}`);
const query = fc.constantFrom('', '?', '?a=1', '?b=2&a=1', '?q=%20/index.html', '?q=%7e%2%65&100%');
const hash = fc.constantFrom('', '#', '#top', '#/', '#/route', '#/route/index.html', '#!/', '#!/a%7E');
const url = fc
  .tuple(fc.constantFrom('http', 'https'), host, fc.constantFrom('', ':80', ':443', ':8080'), path, query, hash)
  .map((parts) => `${parts[0]}://${parts.slice(1).join('')}`);
const options = fc.record({ ignoreQueryParameters: fc.boolean(), deduplicateSimilarURLs: fc.boolean() });

describe('dedupKey', () => {
  it('is idempotent', () => {
    fc.assert(
      fc.property(url, options, (text, chosen) => {
        const key = dedupKey(text, chosen);
        expect(dedupKey(key, chosen)).toBe(key);
      }),
      { numRuns: 2000 },
    );
  });

  it('is equal for all similar spellings of a page', () => {
    fc.assert(
      fc.property(fc.array(label, { maxLength: 3 }), query, (segments, search) => {
        const at = segments.map((name) => `/${name}`).join('');
        const keys = new Set<string>();
        for (const scheme of ['http', 'https'])
          for (const name of ['shop.example', 'www.shop.example', 'WWW.Shop.Example', 'shop.example.'])
            for (const end of ['', '/', '/index.html', '/index.php', '/index.html/'])
              keys.add(dedupKey(`${scheme}://${name}${at}${end}${search}`, similar));
        expect([...keys]).toHaveLength(1);
      }),
    );
  });

  it.each([
    ['another path', 'https://a.example/x', 'https://a.example/y'],
    ['the case of the path', 'https://a.example/x', 'https://a.example/X'],
    ['another subdomain', 'https://a.example/', 'https://docs.a.example/'],
    ['another query', 'https://a.example/?p=1', 'https://a.example/?p=2'],
    ['the order of the query', 'https://a.example/?a=1&b=2', 'https://a.example/?b=2&a=1'],
    ['another port', 'https://a.example/', 'https://a.example:8443/'],
    ['http and https on a non-default port', 'http://a.example:8080/', 'https://a.example:8080/'],
    ['another route', 'https://a.example/#/x', 'https://a.example/#/y'],
    ['a route and its page', 'https://a.example/#/x', 'https://a.example/'],
    ['an old route and its page', 'https://a.example/#!/x', 'https://a.example/'],
    ['an escaped slash', 'https://a.example/a%2Fb', 'https://a.example/a/b'],
    ['an escaped percent sign', 'https://a.example/a%252Fb', 'https://a.example/a%2Fb'],
    ['a plus sign and an escaped one', 'https://a.example/?q=a+b', 'https://a.example/?q=a%2Bb'],
    ['an additional slash within the path', 'https://a.example/a//b', 'https://a.example/a/b'],
    ['a public suffix and its www', 'https://www.com/', 'https://com/'],
    ['a file with an index-like name', 'https://a.example/myindex.html', 'https://a.example/my'],
  ])('distinguishes %s', (_, one, other) => {
    expect(dedupKey(one, similar)).not.toBe(dedupKey(other, similar));
  });

  it.each([
    ['the case of the host', 'https://A.Example/x', 'https://a.example/x'],
    ['a default port', 'https://a.example:443/x', 'https://a.example/x'],
    ['an international name and its ASCII form', 'https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['a section', 'https://a.example/x#top', 'https://a.example/x'],
    ['the bare route mark', 'https://a.example/x#/', 'https://a.example/x'],
    ['credentials', 'https://me:secret@a.example/x', 'https://a.example/x'],
    ['dot segments', 'https://a.example/y/../x', 'https://a.example/x'],
  ])('ignores %s with any options', (_, one, other) => {
    expect(dedupKey(one, exact)).toBe(dedupKey(other, exact));
    expect(dedupKey(one, similar)).toBe(dedupKey(other, similar));
  });

  it.each([
    ['a lone question mark', 'https://a.example/x?', 'https://a.example/x'],
    ['an unnecessary escape', 'https://a.example/%7Ejoe/%61?b=%5F#/%2d', 'https://a.example/~joe/a?b=_#/-'],
    ['the case of an escape', 'https://a.example/%c3%bc?q=%2f', 'https://a.example/ü?q=%2F'],
    ['an escaped index file', 'https://a.example/x/index%2Ehtml', 'https://a.example/x'],
    ['an escaped dot segment', 'https://a.example/y/%2E%2e/x', 'https://a.example/x'],
    ['a stray percent sign', 'https://a.example/100%', 'https://a.example/100%25'],
  ])('ignores %s in similar URLs', (_, one, other) => {
    expect(dedupKey(one, similar)).toBe(dedupKey(other, similar));
  });

  it('distinguishes similar URLs on request', () => {
    const spellings = ['http://a.example/x', 'https://a.example/x', 'https://www.a.example/x', 'https://a.example/x/'];
    expect(new Set(spellings.map((spelling) => dedupKey(spelling, exact))).size).toBe(4);
  });

  it('drops the query only on request', () => {
    expect(dedupKey('https://a.example/x?p=1', { ...exact, ignoreQueryParameters: true })).toBe('https://a.example/x');
  });

  it('takes linear time for a path of a hundred thousand slashes', () => {
    const started = performance.now();
    dedupKey(`https://a.example${'/'.repeat(100_000)}x`, similar);
    dedupKey(`https://a.example${'/index.html'.repeat(20_000)}`, similar);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
