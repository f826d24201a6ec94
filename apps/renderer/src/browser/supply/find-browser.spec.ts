import { existsSync, readdirSync, statSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { keepLog } from '../../../test/quiet-log';
import { type BrowserCandidate, cachedBrowsers, systemBrowsers } from './browser-candidates';
import { BrowserNotFoundError, findBrowser } from './find-browser';
import { launchBrowser } from './launch-browser';
import { unpackShippedBrowser } from './shipped-browser';

jest.setTimeout(120_000);

let folder: string;
/** Has the unpacked browser, for all tests. */
let shared: string;
let unpacked: (BrowserCandidate | undefined)[];
let executablePath: string;

beforeAll(async () => {
  shared = await mkdtemp(join(tmpdir(), 'find-browser-shared-'));
  unpacked = await Promise.all([unpackShippedBrowser(shared), unpackShippedBrowser(shared)]);
  executablePath = unpacked[0]!.executablePath;
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'find-browser-'));
  await chmod(shared, 0o700);
});

afterEach(() => rm(folder, { recursive: true, force: true }));
afterAll(() => rm(shared, { recursive: true, force: true }));

describe('findBrowser', () => {
  it('unpacks the browser of the npm package once for concurrent searches', async () => {
    const [one, other] = unpacked;
    expect(one).toEqual(other);
    expect(existsSync(executablePath)).toBe(true);
    expect(readdirSync(shared)).toHaveLength(1);
    const { log, events } = keepLog();
    const found = await findBrowser({ chromiumPath: undefined, cacheDir: shared, log });
    expect(found.version).toMatch(/^\d+\.\d+/);
    expect(events.find(({ event }) => event === 'browser-found')?.fields).toMatchObject({ source: found.source });
    expect(events.some(({ event }) => event === 'browser-sandbox-off')).toBe(!found.sandbox);
  });

  const isRoot = process.getuid?.() === 0;

  it('runs the browser as an unprivileged user if root finds it in a readable place', async () => {
    const { log, events } = keepLog();
    const closed = { cacheDir: shared, log };
    const asFound = await findBrowser({ ...closed, chromiumPath: executablePath });
    await chmod(shared, 0o755);
    const found = await findBrowser({ ...closed, chromiumPath: executablePath });
    expect([asFound.user?.name, found.user?.name]).toEqual([undefined, isRoot ? 'nobody' : undefined]);
    expect(events.filter(({ event }) => event === 'browser-found').map(({ fields }) => fields?.user)).toEqual([
      process.getuid?.(),
      isRoot ? 'nobody' : process.getuid?.(),
    ]);
    const { browser, root, end } = await launchBrowser(found, { timeoutMs: 30_000 });
    try {
      await browser.newPage();
      const { processInfo } = await root.send('SystemInfo.getProcessInfo');
      const owners = processInfo.map(({ id }) => statSync(`/proc/${id}`).uid);
      expect(owners.length).toBeGreaterThan(2);
      expect(new Set(owners)).toEqual(new Set([found.user?.uid ?? process.getuid?.()]));
    } finally {
      await end();
    }
  });

  it('finds no browser if the required sandbox does not start', async () => {
    // It would start without the sandbox.
    const path = join(folder, 'boxless');
    const script = `#!/bin/sh\ncase "$*" in *--no-sandbox*|*--version*) exec "${executablePath}" "$@";; esac\nexit 1\n`;
    await writeFile(path, script, { mode: 0o755 });
    await Promise.all([chmod(folder, 0o755), chmod(shared, 0o755)]);
    const { log, events } = keepLog();
    const search = findBrowser({ chromiumPath: path, cacheDir: folder, requireSandbox: true, log });
    await expect(search).rejects.toThrow(
      /^No Chromium could be started with its sandbox \(RENDERER_REQUIRE_SANDBOX\)(?: \(.*\))?\. Run .*, or set CHROMIUM_PATH, [\s\S]*boxless/,
    );
    await expect(search).rejects.toBeInstanceOf(BrowserNotFoundError);
    const found = await findBrowser({ chromiumPath: path, cacheDir: folder, log });
    expect(found.sandbox).toBe(false);
    expect(events.map(({ event }) => event)).toContain('browser-sandbox-off');
  });

  it('fails if the sandbox is required and root cannot change the user', async () => {
    const { PATH } = process.env;
    const getuid = jest.spyOn(process, 'getuid').mockReturnValue(0);
    // Neither id nor setpriv exists.
    process.env.PATH = folder;
    try {
      const { log, events } = keepLog();
      const search = findBrowser({ cacheDir: folder, requireSandbox: true, log });
      await expect(search).rejects.toBeInstanceOf(BrowserNotFoundError);
      await expect(search).rejects.toThrow(/RENDERER_REQUIRE_SANDBOX.*setpriv.*nobody/);
      expect([events, readdirSync(folder)]).toEqual([[], []]);
    } finally {
      process.env.PATH = PATH;
      getuid.mockRestore();
    }
  });

  it('retries a browser that crashed at start-up', async () => {
    const path = join(folder, 'crashes-once');
    const script = `#!/bin/sh\ncase "$*" in *--version*) exit 0;; esac\nif [ -e "${folder}/crashed" ]; then exec "${executablePath}" "$@"; fi\ntouch "${folder}/crashed"\nkill -SEGV $$\n`;
    await writeFile(path, script, { mode: 0o755 });
    const { log } = keepLog();
    expect(await findBrowser({ chromiumPath: path, cacheDir: folder, log })).toMatchObject({ executablePath: path });
  });

  it('uses only the configured browser and reports its error', async () => {
    const path = join(folder, 'chromium');
    await writeFile(path, '#!/bin/sh\necho I am no browser >&2\nexit 3\n', { mode: 0o755 });
    const { log } = keepLog();
    const search = findBrowser({ chromiumPath: path, cacheDir: folder, log });
    await expect(search).rejects.toBeInstanceOf(BrowserNotFoundError);
    await expect(search).rejects.toThrow(path);
    await expect(search).rejects.toThrow('I am no browser');
    await expect(search).rejects.toThrow(/^No Chromium could be started\. Set CHROMIUM_PATH, or install one /);
    expect(readdirSync(folder)).toEqual(['chromium']);
  });

  it("searches Puppeteer's cache, newest first and shells before full browsers", async () => {
    const put = async (...path: string[]): Promise<string> => {
      const file = join(folder, ...path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, '', { mode: 0o755 });
      return file;
    };
    const chrome = await put('chrome', 'linux-150.0.1.0', 'chrome-linux64', 'chrome');
    const older = await put(
      'chrome-headless-shell',
      'linux-99.0.1.0',
      'chrome-headless-shell-linux64',
      'chrome-headless-shell',
    );
    const newer = await put(
      'chrome-headless-shell',
      'linux-147.0.1.0',
      'chrome-headless-shell-linux64',
      'chrome-headless-shell',
    );
    expect(cachedBrowsers({ PUPPETEER_CACHE_DIR: folder })).toEqual([
      { source: 'puppeteer-cache', executablePath: newer, headless: 'shell' },
      { source: 'puppeteer-cache', executablePath: older, headless: 'shell' },
      { source: 'puppeteer-cache', executablePath: chrome, headless: true },
    ]);
  });

  it('finds browsers of the system by path', async () => {
    const chromium = join(folder, 'chromium');
    await writeFile(chromium, '', { mode: 0o755 });
    expect(systemBrowsers({ PATH: folder }, 'linux')).toContainEqual({
      source: 'system',
      executablePath: chromium,
      headless: true,
    });
  });
});
