import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@orbweaver/testing';
import { processesInGroup } from '../../../test/process-group';
import { keepLog } from '../../../test/quiet-log';
import { rendererConfig } from '../../renderer.config';
import type { FoundBrowser } from './browser-candidates';
import { findBrowser } from './find-browser';
import { killGroup, launchBrowser } from './launch-browser';

jest.setTimeout(60_000);

let found: FoundBrowser;

beforeAll(async () => {
  const { log } = keepLog();
  const config = rendererConfig.parse({ CHROMIUM_PATH: process.env.CHROMIUM_PATH });
  found = await findBrowser({ chromiumPath: config.CHROMIUM_PATH, cacheDir: config.RENDERER_CACHE_DIR, log });
});

const profilesOf = (pid: number): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`orbweaver-browser-${pid}-`));

describe('launchBrowser', () => {
  it('leaves no process and no profile when the browser is closed', async () => {
    const { browser, end } = await launchBrowser(found, { timeoutMs: 30_000 });
    const group = browser.process()!.pid!;
    expect(processesInGroup(group).length).toBeGreaterThan(2);
    await end();
    expect(browser.connected).toBe(false);
    await until('all processes of the browser to end', () => processesInGroup(group).length === 0);
    expect(profilesOf(process.pid)).toEqual([]);
  });

  it('keeps all files of a shell in its profile folder', async () => {
    const { browser, end } = await launchBrowser({ ...found, headless: 'shell' }, { timeoutMs: 30_000 });
    try {
      const [folder] = profilesOf(process.pid);
      const environment = readFileSync(`/proc/${browser.process()!.pid}/environ`, 'utf8').split('\0');
      expect(environment).toContain(`TMPDIR=${join(tmpdir(), folder!)}`);
    } finally {
      await end();
    }
  });

  it('closes a browser that has crashed', async () => {
    const { browser, end } = await launchBrowser(found, { timeoutMs: 30_000 });
    killGroup(browser.process()!.pid);
    await end();
    expect(profilesOf(process.pid)).toEqual([]);
  });

  it('leaves no process when this process is killed, and cleans up at the next start', async () => {
    const hook = join(__dirname, '../../../../../libs/tooling/typescript-hook.cjs');
    const script = join(__dirname, '../../../test/launch-and-wait.ts');
    const child = spawn(process.execPath, ['-r', hook, script, JSON.stringify(found)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [line] = (await once(child.stdout!, 'data')) as [Buffer];
      const group = Number(line.toString());
      expect(processesInGroup(group).length).toBeGreaterThan(2);
      expect(profilesOf(child.pid!)).toHaveLength(1);
      child.kill('SIGKILL');
      await once(child, 'exit');
      await until('the browser to end with us', () => processesInGroup(group).length === 0);
    } finally {
      child.kill('SIGKILL');
    }
    await (await launchBrowser(found, { timeoutMs: 30_000 })).end();
    expect(profilesOf(child.pid!)).toEqual([]);
  });

  it('crashes only the page whose scripts exceed the heap limit', async () => {
    const { browser, end } = await launchBrowser(found, { maxHeapMb: 64, timeoutMs: 30_000 });
    try {
      const [good, hog] = [await (await browser.createBrowserContext()).newPage(), await browser.newPage()];
      const crashed = new Promise((resolve) => hog.once('error', resolve));
      hog
        .goto('data:text/html,<script>const held=[];for(;;)held.push({held:[held.length]})</script>')
        .catch(() => undefined);
      await crashed;
      expect(await good.evaluate('1 + 1')).toBe(2);
    } finally {
      await end();
    }
  });

  it("keeps the sandbox regardless of Puppeteer's environment variables", async () => {
    process.env.PUPPETEER_DANGEROUS_NO_SANDBOX = 'true';
    try {
      // As root, Chromium does not start with its sandbox.
      const launching = launchBrowser({ ...found, sandbox: true }, { timeoutMs: 30_000 });
      const flags = launching.then(async ({ browser, end }) => {
        const { spawnargs } = browser.process()!;
        await end();
        return spawnargs;
      });
      if (process.getuid?.() === 0 && found.user === undefined) await expect(flags).rejects.toThrow();
      else expect(await flags.catch(() => [])).not.toContain('--no-sandbox');
    } finally {
      delete process.env.PUPPETEER_DANGEROUS_NO_SANDBOX;
    }
  });

  it('sets the variable that Chromium sets while other threads read the environment', async () => {
    const { browser, end } = await launchBrowser(found, { timeoutMs: 30_000 });
    try {
      const environment = readFileSync(`/proc/${browser.process()!.pid}/environ`, 'utf8').split('\0');
      expect(environment).toContain('FC_FONTATIONS=1');
    } finally {
      await end();
    }
  });

  it('does not pass secrets to the browser', async () => {
    process.env.DATABASE_URL = 'postgresql://secret';
    const { browser, end } = await launchBrowser(found, { timeoutMs: 30_000 });
    try {
      expect(readFileSync(`/proc/${browser.process()!.pid}/environ`, 'utf8')).not.toContain('secret');
    } finally {
      delete process.env.DATABASE_URL;
      await end();
    }
  });
});
