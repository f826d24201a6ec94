import type { Action } from '@orbweaver/core';
import { type BrowserHarness, startBrowserHarness } from '../../test/browser-harness';
import { imageSize } from '../../test/image-size';
import { type PageServer, startPageServer } from '../../test/page-server';

jest.setTimeout(60_000);

let harness: BrowserHarness;
let site: PageServer;

beforeAll(async () => {
  [harness, site] = await Promise.all([startBrowserHarness(), startPageServer()]);
});

afterAll(() => Promise.all([harness.close(), site.close()]));

describe('runActions over navigations', () => {
  it.each<[string, Action[]]>([
    ['a link to another window', [{ type: 'click', selector: 'a', all: false }]],
    [
      'a form submitted with the Enter key',
      [
        { type: 'click', selector: 'input', all: false },
        { type: 'write', text: 'x' },
        { type: 'press', key: 'Enter' },
      ],
    ],
    [
      'a line feed in a form',
      [
        { type: 'click', selector: 'input', all: false },
        { type: 'write', text: 'x\n' },
      ],
    ],
    ['a script', [{ type: 'executeJavascript', script: 'location.href = "/second"; undefined' }]],
    ['all links at once', [{ type: 'click', selector: 'a', all: true }]],
  ])('continues in the page that an action navigates to: %s', async (_, actions) => {
    // Slower than the wait for an idle page.
    site.serve('/second', (_request, response) => {
      setTimeout(() => response.writeHead(203, { 'content-type': 'text/html' }).end('<p>second'), 1_000);
    });
    const url = site.serve(
      '/first',
      '<a target=_blank href="/second">on</a><a href="/second">on</a><form action="/second" target=elsewhere><input name=q></form>',
    );
    const formats = [{ type: 'screenshot', fullPage: false, viewport: { width: 400, height: 300 } } as const];
    const capture = await harness.captureOf(url, { actions: [...actions, { type: 'scrape' }], formats });
    expect(capture).toMatchObject({ url: expect.stringContaining('/second'), status: 203 });
    expect(capture.actions).toEqual({
      screenshots: [],
      scrapes: [{ url: capture.url, html: expect.stringContaining('<p>second</p>') }],
      javascriptReturns: actions[0]?.type === 'executeJavascript' ? [{ type: 'undefined', value: undefined }] : [],
      pdfs: [],
    });
    expect(imageSize(capture.screenshot!)).toMatchObject({ width: 400, height: 300 });
  });

  it('restores screen and window after a full-page screenshot', async () => {
    const url = site.serve('/screen', '<p>x');
    const measure = {
      type: 'executeJavascript',
      script: '[screen.width, screen.height, innerWidth, innerHeight, outerHeight, navigator.maxTouchPoints].join()',
    } as const;
    const picture = { type: 'screenshot', fullPage: false, viewport: { width: 500, height: 400 } } as const;
    for (const mobile of [false, true]) {
      const { actions } = await harness.captureOf(url, { mobile, actions: [measure, picture, measure] });
      const [before, after] = actions?.javascriptReturns ?? [];
      expect(before?.value).toBe(mobile ? '390,844,980,2121,844,5' : '1920,1080,1280,800,887,0');
      expect(after).toEqual(before);
    }
  });

  it('reports why no action can run on a file or an unreachable page', async () => {
    site.serve('/file', (_, response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4'),
    );
    const url = site.serve('/leaving', '<a id=file href="/file">f</a><a id=trap href="http://10.0.0.1/">t</a>');
    const click = (selector: string) => ({ actions: [{ type: 'click', selector, all: false } as const] });
    expect(await harness.failureOf(url, click('#file'))).toMatchObject({ reason: 'action-failed' });
    expect(await harness.failureOf(url, click('#trap'))).toMatchObject({ reason: 'egress-denied' });
  });

  it('runs actions in a page with an endless script', async () => {
    const url = site.serve(
      '/busy',
      '<button onclick="state.textContent = 1">x</button><p id=state></p><script>for(;;);</script>',
    );
    const actions: Action[] = [{ type: 'click', selector: 'button', all: false }];
    const { html, warnings } = await harness.captureOf(url, { actions }, 12_000);
    expect(html).toContain('<p id="state">1</p>');
    expect(warnings).toHaveLength(1);
  });

  it('finds elements in frames and shadow roots', async () => {
    const url = site.serve(
      '/mixed',
      '<div><template shadowrootmode=open><i>shadow</i></template></div><iframe srcdoc="<b>framed</b>"></iframe>',
    );
    const { actions } = await harness.captureOf(url, { actions: [{ type: 'scrape' }] });
    expect(actions?.scrapes[0]?.html).toMatch(/<i>shadow<\/i>.*<div data-original-tag="iframe"><b>framed<\/b>/s);
  });
});
