import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BrowserHarness, startBrowserHarness } from '../../../test/browser-harness';
import { type PageServer, type ServedAnswer, startPageServer } from '../../../test/page-server';

jest.setTimeout(120_000);

let harness: BrowserHarness;
let site: PageServer;

beforeAll(async () => {
  [harness, site] = await Promise.all([startBrowserHarness(), startPageServer()]);
});

afterAll(() => Promise.all([harness.close(), site.close()]));

const html = (response: ServerResponse): ServerResponse => response.writeHead(200, { 'content-type': 'text/html' });
const numberOf = ({ url }: IncomingMessage): number => Number(url!.split('?')[1] ?? 0);
const endless: ServedAnswer = (request, response) => {
  html(response).write(`<p>words</p>${'<i>x</i>'.repeat(100)}`);
  const timer = setInterval(() => response.write('<p>more</p>'), 20);
  request.on('close', () => clearInterval(timer));
};

/** Long enough to stop and read a page well before. */
const LIMIT_MS = 6_000;
const formats = [{ type: 'screenshot', fullPage: false } as const];

describe('showPage on pages that do not finish', () => {
  it('returns stopped pages with a warning and screenshot, and keeps other pages running', async () => {
    site.serve('/never', () => undefined);
    const cases: [string, string | ServedAnswer, string, RegExp | undefined][] = [
      ['a loop between its parts', '<p>words</p><script>for(;;);</script><p>after', 'after', /script of the page/],
      [
        'a loop that starts late',
        '<p>words</p><script>setTimeout(() => { for(;;); }, 200)</script>',
        'words',
        /script of/,
      ],
      ['a loop of alerts', '<p>words</p><script>for(;;) alert(1)</script>', 'words', /script of the page/],
      ['a body without end', endless, 'more', /not finish loading/],
      [
        'a script that never comes',
        '<p>words</p><script src="/never"></script><p>after',
        'words',
        /not finish loading|not load in time/,
      ],
      ['a picture that never comes', '<p>words</p><img src="/never">', 'words', undefined],
    ];
    const good = site.serve('/good', '<p id=a></p><script>setTimeout(() => a.textContent = "drawn", 300)</script>');
    const take = async ([name, answer, words, warning]: (typeof cases)[number]) => {
      const url = site.serve(`/${name.replaceAll(' ', '-')}`, answer);
      const { html, warnings, screenshot } = await harness.captureOf(url, { formats }, 4 * LIMIT_MS);
      const isSaid = warning === undefined ? warnings === undefined : warning.test(String(warnings));
      return [name, html.includes(`<p>${words}`), isSaid, screenshot?.startsWith('data:image/png')];
    };
    // Fewer at once than slots: pages in a loop use a core each.
    const loops = cases.slice(0, 3).map(take);
    const neighbours = await Promise.all([harness.captureOf(good), harness.captureOf(good)]);
    for (const { html } of neighbours) expect(html).toContain('<p id="a">drawn</p>');
    const taken = [...(await Promise.all(loops)), ...(await Promise.all(cases.slice(3).map(take)))];
    expect(taken).toEqual(cases.map(([name]) => [name, true, true, true]));
  });

  it.each<[string, string | ServedAnswer]>([
    ['reloading itself', '<p>words</p><script>location.reload()</script>'],
    ['reloading itself late', '<p>words</p><script>setTimeout(() => location.reload(), 50)</script>'],
    [
      'refreshes to new URLs',
      (request, response) => {
        html(response).end(`<p>words</p><meta http-equiv=refresh content="0; url=?${numberOf(request) + 1}">`);
      },
    ],
  ])('returns the last page of an endless redirect: %s', async (_, answer) => {
    const { html, warnings } = await harness.captureOf(site.serve('/again', answer), {}, LIMIT_MS);
    expect(html).toContain('<p>words');
    expect(warnings).toEqual([expect.stringContaining('more than 10 times')]);
  });

  it('returns the last page of slow redirects at the time limit', async () => {
    const answer: ServedAnswer = (request, response) => {
      html(response).end(`<p>words</p><meta http-equiv=refresh content="1; url=?${numberOf(request) + 1}">`);
    };
    const { html: text, warnings } = await harness.captureOf(site.serve('/slowly', answer), {}, LIMIT_MS);
    expect(text).toContain('<p>words');
    expect(warnings).toEqual([expect.stringContaining('redirected until its time limit')]);
  });

  it.each<[string, ServedAnswer]>([
    [
      'whose text comes after its head',
      (request, response) => {
        html(response).write('<!doctype html><title>t</title>');
        const next = `<script>location.replace('?${numberOf(request) + 1}')</script>`;
        setTimeout(() => response.end(`<p>words</p>${next}`), 60);
      },
    ],
    [
      'by a header',
      (request, response) => {
        response.setHeader('refresh', `0; url=?${numberOf(request) + 1}`);
        html(response).end('<p>words');
      },
    ],
  ])('returns a page that is stopped at any moment of an endless redirect, %s', async (_, answer) => {
    const url = site.serve('/ever', answer);
    // Some pages are stopped before a redirect, others after it.
    const captures = await Promise.all(Array.from({ length: 10 }, () => harness.captureOf(url, { waitForMs: 300 })));
    for (const { html } of captures) expect(html).toContain('<p>words');
  });

  it.each([
    [
      'endless history entries',
      'let i = 0; setInterval(() => { history.pushState(0, "", "?" + i++); history.back(); }, 1)',
    ],
    ['closing itself', 'setTimeout(() => { close(); window.open("", "_self").close(); }, 50)'],
    [
      'clearing all timers',
      'setInterval(() => { for (let i = 0; i < 1e4; i++) { clearTimeout(i); cancelAnimationFrame(i); } }, 1)',
    ],
    ['overwriting itself', 'onload = () => document.write("<p>words</p>")'],
  ])('does not fail a page with an endless script: %s', async (_, script) => {
    const url = site.serve('/strange', `<p>words</p><script>${script}</script>`);
    expect((await harness.captureOf(url, {}, LIMIT_MS)).html).toContain('<p>words</p>');
  });

  it('fails a page without content', async () => {
    const blank = site.serve('/blank', '<title>x</title><script>for(;;);</script>');
    const loop = site.serve('/blank-loop', '<script>location = "?" + Math.random()</script>');
    const silent = site.serve('/silent', () => undefined);
    const failures = [harness.failureOf(blank, {}, LIMIT_MS), harness.failureOf(loop, {}, 3 * LIMIT_MS)];
    await expect(harness.visit(silent, {}, 1_000)).rejects.toThrow('deadline');
    expect(await Promise.all(failures)).toMatchObject([{ reason: 'timed-out' }, { reason: 'too-many-redirects' }]);
  });
});
