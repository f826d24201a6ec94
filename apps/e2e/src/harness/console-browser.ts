/// <reference lib="dom" />
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '@orbweaver/testing';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import type { System } from './system';

const VIEWPORT = { width: 1440, height: 900 };

export interface Visit {
  width?: number;
  theme?: 'light' | 'dark';
  /** Signs in without the sign-in screen. */
  key?: string;
  /** Default: the service. */
  origin?: string;
}

/** A page of the console, with everything that a visitor would not see. */
export interface Visited {
  page: Page;
  /** Errors of scripts and violations of the content security policy. */
  errors: string[];
  /** Origins of all requests. */
  origins: Set<string>;
}

/** The browser of the system under test, as a user's browser. */
export class ConsoleBrowser {
  private constructor(
    private readonly browser: Browser,
    private readonly profile: string,
    private readonly baseUrl: string,
  ) {}

  static async open(system: System): Promise<ConsoleBrowser> {
    const executablePath = await until('the browser of the service', () => browserOf(system), 30_000);
    const profile = mkdtempSync(path.join(tmpdir(), 'orbweaver-console-'));
    const browser = await puppeteer.launch({
      executablePath,
      userDataDir: profile,
      args: ['--no-sandbox', '--lang=en-US'],
      env: { ...process.env, LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8' },
    });
    return new ConsoleBrowser(browser, profile, system.baseUrls[0]!);
  }

  async visit(
    screen: string,
    { width = VIEWPORT.width, theme = 'light', key, origin = this.baseUrl }: Visit = {},
  ): Promise<Visited> {
    const context = await this.browser.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport({ ...VIEWPORT, width });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
    const visited: Visited = { page, errors: [], origins: new Set() };
    page.on('pageerror', (error) => visited.errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warn') visited.errors.push(message.text());
    });
    page.on('dialog', (dialog) => {
      visited.errors.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (/^https?:/.test(request.url())) visited.origins.add(new URL(request.url()).origin);
    });
    if (key !== undefined) {
      await page.evaluateOnNewDocument((stored) => {
        if (window.origin.startsWith('http')) sessionStorage.setItem('orbweaver.key', stored);
      }, key);
    }
    await page.goto(`${origin}/console/${screen}`, { waitUntil: 'networkidle2' });
    return visited;
  }

  async close(): Promise<void> {
    await this.browser.close();
    rmSync(this.profile, { recursive: true, force: true });
  }
}

function browserOf(system: System): string | undefined {
  const log = readFileSync(system.process('standalone').logFile, 'utf8');
  const [, executable] = /"executablePath":"([^"]+)"/.exec(log) ?? [];
  return executable;
}

const axe = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');

/** Violations of accessibility rules (default: all), as `rule: element`. */
export async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(async (only) => {
    const { run } = (window as never as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }).axe;
    return (await run(only === undefined ? {} : { runOnly: only })).violations;
  }, rules);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

interface Violation {
  id: string;
  nodes: { html: string }[];
}
