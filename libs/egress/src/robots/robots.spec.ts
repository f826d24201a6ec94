import fc from 'fast-check';
import parseRobots from 'robots-parser';
import { serveHttp } from '../../test/local-server';
import { createEgressGuard } from '../address/egress-guard';
import { createHttpClient } from '../http/http-client';
import { fetchRobots } from './fetch-robots';
import { findRule, parsePathRules } from './find-rule';
import { RobotsRules } from './robots-rules';

const origin = 'https://site.example';
const rulesOf = (...lines: string[]) => new RobotsRules(lines.join('\n'), origin);

describe('RobotsRules', () => {
  it.each<[title: string, lines: string[], path: string, allowed: boolean]>([
    ['nothing', [], '/a', true],
    ['the longest rule', ['User-agent: *', 'Disallow: /a', 'Allow: /a/b'], '/a/b/c', true],
    ['Allow in a tie', ['User-agent: *', 'Disallow: /a', 'Allow: /a'], '/a', true],
    ['only the specific group', ['User-agent: *', 'Disallow: /', 'User-agent: orbweaver', 'Disallow: /x'], '/a', true],
    [
      'the specific group with anything after the name',
      ['User-agent: Orbweaver/2.0 (fast)', 'Disallow: /'],
      '/a',
      false,
    ],
    ['an agent followed by words', ['User-agent: Orbweaver crawler', 'Disallow: /'], '/a', false],
    ['no group of a longer name', ['User-agent: OrbweaverNews', 'Disallow: /'], '/a', true],
    [
      'two groups of one agent together',
      [
        'User-agent: Orbweaver',
        'Disallow: /a',
        'User-agent: x',
        'Disallow: /c',
        'User-agent: orbweaver',
        'Disallow: /b',
      ],
      '/b',
      false,
    ],
    ['a byte order mark', ['\uFEFFUser-agent: *', 'Disallow: /a'], '/a', false],
    ['a group without rules', ['User-agent: *', 'Disallow: /', '', 'User-agent: Orbweaver'], '/a', true],
    [
      'agents separated by other lines',
      ['User-agent: Orbweaver', 'Sitemap: https://x.example/', 'User-agent: x', 'Disallow: /a'],
      '/a',
      false,
    ],
    [
      'a group ended by a delay',
      ['User-agent: Orbweaver', 'Crawl-delay: 1', 'User-agent: x', 'Disallow: /a'],
      '/a',
      true,
    ],
    ['rules before any agent', ['Disallow: /', 'User-agent: *', 'Disallow: /b'], '/a', true],
    ['a missing colon', ['User-agent *', 'Disallow /a'], '/a', false],
    ['comments', ['User-agent: * # all', 'Disallow: /a # not b'], '/a', false],
    ['old line ends', ['User-agent: *\rDisallow: /a\r\nDisallow: /b'], '/b', false],
    ['an escaped tilde in the rule', ['User-agent: *', 'Disallow: /%7Ejoe'], '/~joe/', false],
    ['an escaped tilde in the URL', ['User-agent: *', 'Disallow: /~joe'], '/%7ejoe/', false],
    ['escapes in another case', ['User-agent: *', 'Disallow: /a%c3%bc'], '/aü', false],
    ['unescaped non-ASCII letters', ['User-agent: *', 'Disallow: /ü/日本'], '/%C3%BC/日本/x', false],
    ['an escaped slash literally', ['User-agent: *', 'Disallow: /a%2Fb'], '/a/b', true],
    ['brackets and bars', ['User-agent: *', 'Disallow: /a[1]|b'], '/a[1]|b', false],
    ['a wildcard', ['User-agent: *', 'Disallow: /*.php'], '/x/y.php?z', false],
    ['an anchor', ['User-agent: *', 'Disallow: /*.php$'], '/x.php?z', true],
    ['an escaped star literally', ['User-agent: *', 'Disallow: /a%2Ab'], '/axb', true],
    ['an escaped star against a star', ['User-agent: *', 'Disallow: /a%2ab'], '/a*b', false],
    ['an escaped dollar against a dollar', ['User-agent: *', 'Disallow: /a%24'], '/a$b', false],
    ['a dollar within a rule literally', ['User-agent: *', 'Disallow: /a$b'], '/a$b', false],
    ['broken escapes', ['User-agent: *', 'Disallow: /100%zz'], '/100%zz', false],
    ['queries', ['User-agent: *', 'Disallow: /*?sort='], '/a?sort=x', false],
    ['itself never', ['User-agent: *', 'Disallow: /'], '/robots.txt', true],
  ])('applies %s', (_, lines, path, allowed) => {
    expect(rulesOf(...lines).isAllowed(origin + path, 'Orbweaver')).toBe(allowed);
  });

  it('accepts any URL and a whole User-Agent', () => {
    const rules = rulesOf('User-agent: orbweaver', 'Disallow: /a');
    expect(rules.isAllowed('http://www.site.example:8080/a', 'Orbweaver/1.0 (+https://orbweaver.example)')).toBe(false);
    expect(rules.isAllowed('http://www.site.example:8080/b', 'Orbweaver')).toBe(true);
  });

  it.each([
    ['5', 5],
    ['0.5', 0.5],
    ['-1', undefined],
    ['soon', undefined],
    ['1e999', undefined],
  ])('parses the delay %s as %s', (text, seconds) => {
    expect(rulesOf('User-agent: *', `Crawl-delay: ${text}`).crawlDelaySeconds('Orbweaver')).toBe(seconds);
  });

  it('lists sitemaps once, as absolute http(s) URLs', () => {
    const lines = ['https://a.example/s.xml', '/t.xml', 'https://a.example/s.xml', 'ftp://a.example/', 'http://'];
    const rules = rulesOf(...lines.map((line) => `sitemap: ${line}`), 'User-agent: *', 'Disallow: /');
    expect(rules.sitemaps).toEqual(['https://a.example/s.xml', 'https://site.example/t.xml']);
  });

  it('takes linear time for adversarial rules', () => {
    const rule = `Disallow: /${'*a'.repeat(4000)}b`;
    const rules = rulesOf('User-agent: *', ...Array.from({ length: 60 }, () => rule), 'Disallow: /z');
    const started = performance.now();
    expect(rules.isAllowed(`${origin}/${'a'.repeat(50_000)}`, 'Orbweaver')).toBe(true);
    expect(performance.now() - started).toBeLessThan(2000);
    expect(rules.isAllowed(`${origin}/z`, 'Orbweaver')).toBe(false);
  });

  it('takes bounded memory and time for tens of thousands of lines', () => {
    const agents = Array.from({ length: 15_000 }, (_, index) => `User-agent: a${index}`);
    const plain = Array.from({ length: 15_000 }, (_, index) => `Disallow: /p${index}`);
    const rules = rulesOf(...agents, 'User-agent: Orbweaver', ...plain, 'Allow: /p1/public');
    const started = performance.now();
    const allowed = ['/p1/x', '/p1/public', '/q', `/${'p'.repeat(4000)}`].map((path) =>
      Array.from({ length: 25 }, () => rules.isAllowed(origin + path)).every(Boolean),
    );
    expect(allowed).toEqual([false, true, true, true]);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('finds the same rule as robots-parser', () => {
    const pattern = fc.stringMatching(/^\/[ab*]{0,6}\$?$/);
    const line = fc.tuple(fc.constantFrom('allow', 'disallow'), pattern).map(([name, path]) => `${name}: ${path}`);
    const path = fc.stringMatching(/^\/[ab]{0,8}$/);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), path, (lines, asked) => {
        const parser = parseRobots(`${origin}/robots.txt`, ['User-agent: *', ...lines].join('\n'));
        const decided = findRule(parsePathRules(lines), asked)?.allow ?? true;
        expect(decided).toBe(parser.isAllowed(origin + asked));
      }),
      { numRuns: 2000 },
    );
  });

  it('accepts any bytes', () => {
    const noise = Buffer.from(Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 256)).toString('utf8');
    expect(
      rulesOf(noise, '\0\uD800: \uDFFF', 'User-agent: *', 'Disallow: /\uD800', noise).isAllowed(`${origin}/a`, 'x'),
    ).toBe(true);
  });
});

describe('fetchRobots', () => {
  async function fetchFrom(listener: Parameters<typeof serveHttp>[0], options = {}) {
    const client = createHttpClient({ guard: createEgressGuard({ allow: '127.0.0.1' }), userAgent: 'Orbweaver/1.0' });
    const site = await serveHttp(listener);
    const fetched = await fetchRobots(client, site.url, options);
    await client.close();
    await site[Symbol.asyncDispose]();
    return fetched;
  }

  it.each([
    [200, 'found'],
    [404, 'absent'],
    [403, 'absent'],
    [304, 'absent'],
    [429, 'unreachable'],
    [500, 'unreachable'],
    [503, 'unreachable'],
  ])('treats status %i as %s', async (statusCode, outcome) => {
    const fetched = await fetchFrom((_, response) => response.writeHead(statusCode).end());
    expect(fetched).toMatchObject({ outcome, statusCode });
  });

  it('uses the given User-Agent and the root of the origin', async () => {
    const fetched = await fetchFrom(
      (request, response) => response.end(`# ${request.url} ${request.headers['user-agent']}`),
      { userAgent: 'MyBot/3' },
    );
    expect(fetched).toMatchObject({ text: '# /robots.txt MyBot/3' });
  });

  it('follows five redirects and treats more as absent', async () => {
    const chain = (length: number) =>
      fetchFrom((request, response) => {
        const step = Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0);
        if (step < length) response.writeHead(302, { location: `/${step + 1}` }).end();
        else response.end('here');
      });
    expect(await chain(5)).toMatchObject({ outcome: 'found', text: 'here' });
    expect(await chain(6)).toMatchObject({ outcome: 'absent' });
  });

  it.each(['<!doctype html><p>User-agent: *', '\n <html>', '{"error":"no"}', '[]'])(
    'treats %s as empty',
    async (body) => {
      expect(await fetchFrom((_, response) => response.end(body))).toMatchObject({ outcome: 'found', text: '' });
    },
  );

  it('reads half a megabyte and drops the truncated line', async () => {
    const line = 'Disallow: /some/path\n';
    const fetched = await fetchFrom((_, response) => response.end(line.repeat(40_000)));
    const { text } = fetched as { text: string };
    expect(text.length).toBeGreaterThan(500 * 1024 - line.length);
    expect(text.length % line.length).toBe(0);
  });

  it('reports a site without a response as unreachable with the reason', async () => {
    const fetched = await fetchFrom((request) => request.socket.destroy());
    expect(fetched).toMatchObject({ outcome: 'unreachable', failure: { reason: 'reset' } });
  });
});
