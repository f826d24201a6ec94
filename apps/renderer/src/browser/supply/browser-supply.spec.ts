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
  it('launches one browser for concurrent pages', async () => {
    const [a, b] = await Promise.all([supplyWith({}).take(), supply.take()]);
    expect(a.browser).toBe(b.browser);
  });

  it('launches the successor of a browser before it retires, and closes the old one with its last page', async () => {
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

  it('replaces a browser by age', async () => {
    const first = await supplyWith({ maxAgeMs: 0 }).take();
    await until('the successor', () => restarts.length > 0);
    expect(restarts[0]).toBe('age');
    first.giveBack();
  });

  it('replaces a used browser by memory', async () => {
    const first = await supplyWith({ maxMemoryBytes: 1 }).take();
    await until('the successor', () => restarts.length > 0);
    expect(restarts[0]).toBe('memory');
    expect(supply.residentBytes()).toBeGreaterThan(50 * MIB);
    first.giveBack();
    const restartsOfIdleBrowsers = restarts.length;
    await until('only the successor to be left', () => !first.browser.connected);
    expect(restarts).toHaveLength(restartsOfIdleBrowsers);
  });

  it('kills a retired browser whose last page never closes', async () => {
    const first = await supplyWith({ maxPages: 1, maxDrainMs: 200 }).take();
    await until('the page to be told', () => first.gone.aborted);
    expect(first.gone.reason).toBeInstanceOf(BrowserGone);
    await until('the browser to end', () => !first.browser.connected);
    expect(restarts).toEqual(['pages', 'hung']);
  });

  it('aborts the pages of a crashed browser and launches another for the next page', async () => {
    const hold = await supplyWith({}).take();
    killGroup(hold.browser.process()!.pid);
    await until('the crash to be seen', () => hold.gone.aborted);
    expect(hold.gone.reason).toBeInstanceOf(BrowserGone);
    const next = await supply.take();
    expect(await next.browser.version()).toMatch(/Chrom/);
    expect(restarts).toEqual(['crashed']);
  });

  it('kills a browser that a page reports as hung', async () => {
    const hold = await supplyWith({}).take();
    const process = hold.browser.process()!;
    hold.condemn();
    await until('the process to end', () => process.exitCode !== null || process.signalCode !== null);
    expect(restarts).toEqual(['hung']);
  });

  it('kills a suspect browser only if it cannot open a page', async () => {
    const hold = await supplyWith({ maxProbeMs: 2_000 }).take();
    hold.doubt();
    const page = await hold.browser.newPage();
    expect(restarts).toEqual([]);
    await page.close();
    const group = hold.browser.process()!.pid!;
    // Zygotes are children of each other, so one death may end several.
    for (const pid of processesInGroup(group)) if (kindOf(pid) === 'zygote') process.kill(pid, 'SIGKILL');
    await until('the browser to be killed', () => {
      hold.doubt();
      return restarts.length > 0;
    });
    expect(restarts).toEqual(['hung']);
    await until('all its processes to end', () => processesInGroup(group).length === 0);
  });

  it('attributes a memory kill to one page only', async () => {
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

  it('delays the launch after a failed one', async () => {
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

  it('closes all browsers and rejects new pages after close', async () => {
    const hold = await supplyWith({}).take();
    await supply.close();
    expect(hold.browser.connected).toBe(false);
    await expect(supply.take()).rejects.toBeInstanceOf(BrowserGone);
  });
});
