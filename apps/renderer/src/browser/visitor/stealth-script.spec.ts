import { type PageOpener, startPageOpener } from '../../../test/page-opener';
import { type PageServer, startPageServer } from '../../../test/page-server';

jest.setTimeout(60_000);

let site: PageServer;
let opener: PageOpener;

beforeAll(async () => {
  [site, opener] = await Promise.all([startPageServer(), startPageOpener()]);
});

afterAll(async () => {
  await opener.close();
  await site.close();
});

/** Runs in the page: the common tests for headless and automated browsers. */
function findTells(): string[] {
  const tells: string[] = [];
  const check = (name: string, holds: () => unknown): void => {
    try {
      if (!holds()) tells.push(name);
    } catch (error) {
      tells.push(`${name}: ${error}`);
    }
  };
  const nav = navigator as Navigator & { deviceMemory?: number; connection?: { rtt?: number } };
  check('webdriver', () => nav.webdriver === (typeof document === 'undefined' ? undefined : false));
  check(
    'headless',
    () => !/headless/i.test(JSON.stringify([nav.userAgent, nav.appVersion, Reflect.get(nav, 'userAgentData')])),
  );
  check('cores', () => nav.hardwareConcurrency === 8);
  check('memory', () => nav.deviceMemory === undefined || nav.deviceMemory >= 4);
  check('rtt', () => nav.connection?.rtt === undefined || nav.connection.rtt > 0);
  const isNative = (value: unknown, name: string): boolean =>
    Function.prototype.toString.call(value) === `function ${name}() { [native code] }` &&
    String(value).includes('native');
  const getterOf = (owner: object, name: string) => Object.getOwnPropertyDescriptor(owner, name)!.get!;
  check('toString', () => isNative(Function.prototype.toString, 'toString'));
  check('rtt is native', () => {
    const prototype = (Reflect.get(globalThis, 'NetworkInformation') as { prototype?: object } | undefined)?.prototype;
    return prototype === undefined || isNative(getterOf(prototype, 'rtt'), 'get rtt');
  });
  check('console looks', () => {
    let looked = false;
    const bait = Object.create(
      new Proxy(
        {},
        {
          ownKeys: () => {
            looked = true;
            return [];
          },
        },
      ),
    ) as object;
    const error = new (class extends Error {
      override get name(): string {
        looked = true;
        return 'x';
      }
    })();
    for (const say of [console.log, console.debug, console.table, console.groupEnd, console.dir]) {
      say(bait);
      say(error);
    }
    return !looked && isNative(console.debug, 'debug');
  });
  const canvas = typeof document === 'undefined' ? new OffscreenCanvas(8, 8) : document.createElement('canvas');
  const gl = (canvas as HTMLCanvasElement).getContext('webgl');
  if (gl !== null) {
    const debug = gl.getExtension('WEBGL_debug_renderer_info')!;
    check('gpu', () => /Intel/.test(String(gl.getParameter(debug.UNMASKED_VENDOR_WEBGL))));
    check('renderer', () => !/SwiftShader|llvmpipe/i.test(String(gl.getParameter(debug.UNMASKED_RENDERER_WEBGL))));
    check('getParameter is native', () => isNative(gl.getParameter, 'getParameter') && gl.getParameter.length === 1);
    check('other parameters', () => gl.getParameter(gl.VENDOR) === 'WebKit');
  }
  if (typeof document === 'undefined') return tells;

  const { chrome } = window as unknown as { chrome: Record<string, () => object> };
  check('chrome', () => typeof chrome === 'object' && 'app' in chrome);
  check('chrome is native', () => isNative(chrome.loadTimes, '') && 'requestTime' in chrome.loadTimes!());
  check('plugins', () => nav.plugins.length === 5 && nav.plugins instanceof PluginArray && nav.pdfViewerEnabled);
  check('plugin', () => nav.plugins[0] instanceof Plugin && nav.plugins[0].name === 'PDF Viewer');
  check('plugins by name', () => nav.plugins.namedItem('PDF Viewer') === nav.plugins.item(0));
  check('plugins in turn', () => [...nav.plugins].every((plugin) => plugin.filename === 'internal-pdf-viewer'));
  check(
    'types',
    () => nav.mimeTypes.length === 2 && nav.mimeTypes.namedItem('application/pdf')?.enabledPlugin === nav.plugins[0],
  );
  check('plugins are native', () => isNative(getterOf(Navigator.prototype, 'plugins'), 'get plugins'));
  check('plugins of nobody', () => {
    try {
      getterOf(Navigator.prototype, 'plugins').call({});
      return false;
    } catch (error) {
      return error instanceof TypeError && error.message === 'Illegal invocation';
    }
  });
  check('own properties', () => Object.getOwnPropertyNames(navigator).length === 0);
  check('outer', () => outerWidth >= innerWidth && outerHeight > innerHeight && screen.width >= outerWidth);
  check(
    'traces',
    () => !Object.getOwnPropertyNames(window).some((name) => /puppeteer|pptr|cdc_|selenium|driver/i.test(name)),
  );
  return tells;
}

const pageWith = (script: string): string => `<!doctype html><body><script>${findTells};${script}</script>`;

describe('stealth profile', () => {
  it('hides automation in windows, script-created frames and workers', async () => {
    site.serve('/worker.js', (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end(
          `${findTells};onconnect = ({ ports }) => ports[0].postMessage(findTells());self.postMessage?.(findTells())`,
        ),
    );
    const url = site.serve(
      '/',
      pageWith(`
      const frame = document.createElement('iframe');
      document.body.append(frame);
      frame.contentWindow.eval('window.findTells = ' + findTells);
      const foreign = (value) => frame.contentWindow.Function.prototype.toString.call(value);
      const answerOf = (port) => new Promise((resolve) => { port.onmessage = ({ data }) => resolve(data); });
      window.tells = (async () => ({
        window: findTells(),
        frame: frame.contentWindow.findTells(),
        realms: [navigator.plugins.item, chrome.csi, Function.prototype.toString].map(foreign).filter((text) => !/native code/.test(text)),
        worker: await answerOf(new Worker('/worker.js')),
        shared: await answerOf(new SharedWorker('/worker.js').port),
      }))();`),
    );
    const tells = await opener.withPage(url, { profile: 'stealth' }, async ({ page }) => {
      await page.goto(url);
      return await page.evaluate('window.tells');
    });
    expect(tells).toEqual({ window: [], frame: [], realms: [], worker: [], shared: [] });
  });

  it('hides Puppeteer in stack traces during evaluations', async () => {
    const url = site.serve(
      '/stacks',
      pageWith(`
      window.stacks = [];
      const { querySelector } = Document.prototype;
      Document.prototype.querySelector = function (selector) {
        stacks.push(new Error('seen').stack);
        return querySelector.call(this, selector);
      };`),
    );
    const stacks = await opener.withPage(url, { profile: 'stealth' }, async ({ page }) => {
      await page.goto(url);
      await page.evaluate(() => document.querySelector('body'));
      return await page.evaluate('window.stacks.join()');
    });
    expect(stacks).toContain('seen');
    expect(stacks).not.toMatch(/pptr|puppeteer/);
  });

  it('is off by default, but navigator.webdriver is always hidden', async () => {
    const url = site.serve('/plain', pageWith('window.tells = findTells()'));
    const tells = await opener.withPage(url, {}, async ({ page }) => {
      await page.goto(url);
      return await page.evaluate('window.tells');
    });
    expect(tells).toContain('cores');
    expect(tells).not.toContain('webdriver');
    expect(tells).not.toContain('headless');
  });
});
