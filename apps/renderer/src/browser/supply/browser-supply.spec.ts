import { until } from '@orbweaver/testing';
import { kindOf, processesInGroup } from '../../../test/process-group';
import { keepLog } from '../../../test/quiet-log';
import { rendererConfig } from '../../renderer.config';
import type { RestartReason } from '../../renderer-metrics';
import type { FoundBrowser } from './browser-candidates';
import { BrowserGone, BrowserSupply } from './browser-supply';
import { findBrowser } from './find-browser';
import { killGroup, launchBrowser } from './launch-browser';

jest.setTimeout(60_000);

const MIB = 1024 * 1024;

let found: FoundBrowser;
let supply: BrowserSupply;
let restarts: RestartReason[];

function supplyWith(options: Partial<ConstructorParameters<typeof BrowserSupply>[0]>): BrowserSupply {
  restarts = [];
  supply = new BrowserSupply({
    launch: () => launchBrowser(found, { timeoutMs: 30_000 }),
    maxPages: 100,
    maxAgeMs: 60_000,
    maxMemoryBytes: 2048 * MIB,
    maxPageBytes: 1024 * MIB,
    onRestart: (reason) => restarts.push(reason),
    onPageKilled: () => undefined,
    onLaunchFailed: () => undefined,
    ...options,
  });
  return supply;
}

beforeAll(async () => {
  const config = rendererConfig.parse({ CHROMIUM_PATH: process.env.CHROMIUM_PATH });
  const { log } = keepLog();
  found = await findBrowser({ chromiumPath: config.CHROMIUM_PATH, cacheDir: config.RENDERER_CACHE_DIR, log });
});

afterEach(() => supply.close());

describe('BrowserSupply', () => {
  it('launches one browser for pages that come at once', async () => {
    const [a, b] = await Promise.all([supplyWith({}).take(), supply.take()]);
    expect(a.browser).toBe(b.browser);
  });

  it('replaces a browser after its pages, with the successor warm before the old one ends with its last page', async () => {
    const first = await supplyWith({ maxPages: 1 }).take();
    await until('the successor', () => restarts.length === 1);
    expect(restarts).toEqual(['pages']);
    expect(first.browser.connected).toBe(true);
    const second = await supply.take();
    expect(second.browser).not.toBe(first.browser);
    first.giveBack();
    await until('the old browser to end', () => !first.browser.connected);
    expect(second.browser.connected).toBe(true);
  });

  it('replaces a browser by its age', async () => {
    const first = await supplyWith({ maxAgeMs: 0 }).take();
    await until('the successor', () => restarts.length > 0);
    expect(restarts[0]).toBe('age');
    first.giveBack();
  });

  it('replaces a browser by the memory it holds, once a page was in it', async () => {
    const first = await supplyWith({ maxMemoryBytes: 1 }).take();
    await until('the successor', () => restarts.length > 0);
    expect(restarts[0]).toBe('memory');
    expect(supply.residentBytes()).toBeGreaterThan(50 * MIB);
    first.giveBack();
    const restartsOfIdleBrowsers = restarts.length;
    await until('only the successor to be left', () => !first.browser.connected);
    expect(restarts).toHaveLength(restartsOfIdleBrowsers);
  });

  it('kills a browser that was replaced and whose last page never ends', async () => {
    const first = await supplyWith({ maxPages: 1, maxDrainMs: 200 }).take();
    await until('the page to be told', () => first.gone.aborted);
    expect(first.gone.reason).toBeInstanceOf(BrowserGone);
    await until('the browser to end', () => !first.browser.connected);
    expect(restarts).toEqual(['pages', 'hung']);
  });

  it('tells the pages of a browser that crashes, and launches another for the next', async () => {
    const hold = await supplyWith({}).take();
    killGroup(hold.browser.process()!.pid);
    await until('the crash to be seen', () => hold.gone.aborted);
    expect(hold.gone.reason).toBeInstanceOf(BrowserGone);
    const next = await supply.take();
    expect(await next.browser.version()).toMatch(/Chrom/);
    expect(restarts).toEqual(['crashed']);
  });

  it('kills a browser that a page condemns', async () => {
    const hold = await supplyWith({}).take();
    const process = hold.browser.process()!;
    hold.condemn();
    await until('the process to end', () => process.exitCode !== null || process.signalCode !== null);
    expect(restarts).toEqual(['hung']);
  });

  it('kills a doubted browser only when it cannot open a page any more', async () => {
    const hold = await supplyWith({ maxProbeMs: 2_000 }).take();
    hold.doubt();
    const page = await hold.browser.newPage();
    expect(restarts).toEqual([]);
    await page.close();
    const group = hold.browser.process()!.pid!;
    // Zygotes are the children of one another, so the end of the first may have been the end of the next.
    for (const pid of processesInGroup(group)) if (kindOf(pid) === 'zygote') process.kill(pid, 'SIGKILL');
    await until('the browser to be killed', () => {
      hold.doubt();
      return restarts.length > 0;
    });
    expect(restarts).toEqual(['hung']);
    await until('all its processes to end', () => processesInGroup(group).length === 0);
  });

  it('does not take the memory of one page for the cause of the end of another', async () => {
    const killed: number[] = [];
    const options = { maxPageBytes: 400 * MIB, onPageKilled: (bytes: number) => killed.push(bytes) };
    const hungry = await supplyWith(options).take();
    const page = await hungry.browser.newPage();
    const fill = (mib: number) =>
      page.evaluate(
        (bytes) => void Object.assign(globalThis, { [`held${bytes}`]: new Uint8Array(bytes).fill(1) }),
        mib * MIB,
      );
    await fill(300);
    await until('the memory to be seen', () => hungry.endsForMemory());
    const beside = await supply.take();
    expect([hungry.endsForMemory(), beside.endsForMemory()]).toEqual([false, false]);
    fill(301).catch(() => undefined);
    await until('the page to be killed', () => killed.length === 1);
    expect([hungry.endsForMemory(), beside.endsForMemory()]).toEqual([true, false]);
    for (const hold of [beside, hungry]) hold.giveBack();
  });

  it('does not try a launch that failed again at once', async () => {
    let launches = 0;
    supplyWith({
      launch: async () => {
        launches += 1;
        throw new Error('no browser today');
      },
    });
    await expect(supply.take()).rejects.toThrow('no browser today');
    await expect(supply.take()).rejects.toThrow('no browser today');
    expect(launches).toBe(1);
  });

  it('ends everything when it closes, and gives nothing out afterwards', async () => {
    const hold = await supplyWith({}).take();
    await supply.close();
    expect(hold.browser.connected).toBe(false);
    await expect(supply.take()).rejects.toBeInstanceOf(BrowserGone);
  });
});
