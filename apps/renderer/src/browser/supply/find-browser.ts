import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { EventLog } from '@orbweaver/platform';
import { Browser as BrowserKind, detectBrowserPlatform, install, resolveBuildId } from '@puppeteer/browsers';
import { within } from '../../bounds/until';
import { BROWSER_TIME_LIMITS } from '../../renderer.config';
import {
  type BrowserCandidate,
  browserCandidate,
  cachedBrowsers,
  type FoundBrowser,
  systemBrowsers,
} from './browser-candidates';
import { readConfinement } from './confinement';
import { type LaunchedBrowser, launchBrowser } from './launch-browser';
import { unpackShippedBrowser } from './shipped-browser';
import { mayExecute, unprivilegedUser } from './unprivileged-user';

export interface BrowserSearch {
  chromiumPath?: string;
  cacheDir: string;
  requireSandbox?: boolean;
  log: EventLog;
}

/** No browser starts on this machine. The message contains all attempts and the remedy. */
export class BrowserNotFoundError extends Error {
  override readonly name = 'BrowserNotFoundError';
}

/** Chromium may crash at start-up when the machine is short of resources. */
const TRIES = 2;

/**
 * Returns the first browser that starts, in order of cost: the configured one (exclusively), Puppeteer's cache, the
 * system, the npm package, and a download.
 */
export async function findBrowser(search: BrowserSearch): Promise<FoundBrowser> {
  const { chromiumPath, cacheDir, requireSandbox = false, log } = search;
  const places: (() => Promise<BrowserCandidate[]>)[] =
    chromiumPath !== undefined
      ? [async () => [browserCandidate('configured', chromiumPath)]]
      : [
          async () => cachedBrowsers(process.env),
          async () => systemBrowsers(process.env, process.platform),
          async () => [await unpackShippedBrowser(cacheDir)].filter((shipped) => shipped !== undefined),
          async () => [await downloadBrowser(cacheDir, log)],
        ];
  const isolations = (await possibleIsolations()).filter(({ sandbox }) => sandbox || !requireSandbox);
  if (isolations.length === 0) throw new BrowserNotFoundError(NO_SANDBOX_FOR_ROOT);
  const tried: string[] = [];
  for (const candidatesOf of places) {
    const candidates = await candidatesOf().catch((error: unknown) => {
      tried.push(firstLine(error));
      return [];
    });
    for (const one of candidates) {
      const found = await prove(one, isolations, tried);
      if (found === undefined) continue;
      await announce(found, log);
      return found;
    }
  }
  const required = requireSandbox ? ` with its sandbox (RENDERER_REQUIRE_SANDBOX)${await obstacles()}` : '';
  const advice = requireSandbox ? 'Run the renderer as a user that may create namespaces, or set' : 'Set';
  throw new BrowserNotFoundError(
    `No Chromium could be started${required}. ${advice} CHROMIUM_PATH, or install one ` +
      `(apt-get install chromium-headless-shell, or npx @puppeteer/browsers install chrome-headless-shell@stable). ` +
      `Tried: ${tried.join('; ') || 'none found'}`,
  );
}

const NO_SANDBOX_FOR_ROOT =
  'No Chromium could be started with its sandbox (RENDERER_REQUIRE_SANDBOX): the sandbox does not work as root, and ' +
  'this process cannot change to another user. Run the renderer as a user other than root; or install setpriv ' +
  '(apt-get install util-linux) and create a user and a group named nobody.';

type Isolation = Pick<FoundBrowser, 'sandbox' | 'user'>;

async function possibleIsolations(): Promise<Isolation[]> {
  if (process.getuid?.() !== 0) return [{ sandbox: true }, { sandbox: false }];
  const user = await unprivilegedUser();
  // Chromium does not start as root with its sandbox.
  return [...(user === undefined ? [] : [true, false].map((sandbox) => ({ sandbox, user }))), { sandbox: false }];
}

async function prove(
  one: BrowserCandidate,
  isolations: readonly Isolation[],
  tried: string[],
): Promise<FoundBrowser | undefined> {
  for (const isolation of isolations) {
    const { sandbox, user } = isolation;
    const how = `${user === undefined ? '' : ` as ${user.name}`}${sandbox ? '' : ' without sandbox'}`;
    if (user !== undefined && !(await mayExecute(user, one.executablePath))) {
      tried.push(`${one.executablePath}${how}: not executable by that user`);
      continue;
    }
    for (let tryNumber = 1; tryNumber <= TRIES; tryNumber += 1) {
      try {
        const launched = await launchBrowser(
          { ...one, ...isolation, version: '' },
          { timeoutMs: BROWSER_TIME_LIMITS.probeMs },
        );
        const version = await versionOf(launched).finally(() => launched.end());
        return { ...one, ...isolation, version };
      } catch (error) {
        const complaint = await complaintOf(one);
        if (complaint === undefined && tryNumber < TRIES) continue;
        tried.push(`${one.executablePath}${how}: ${complaint ?? firstLine(error)}`);
        break;
      }
    }
  }
  return undefined;
}

/** Opens a page: with a partly working sandbox the browser starts but shows none. */
async function versionOf({ browser }: LaunchedBrowser): Promise<string> {
  await within(BROWSER_TIME_LIMITS.probeMs, 'a blank page', browser.newPage());
  return (await browser.version()).replace(/^.*\//, '');
}

/** The program's error message if it cannot be loaded, usually for a missing library. Puppeteer hides it. */
async function complaintOf({ executablePath, env }: BrowserCandidate): Promise<string | undefined> {
  try {
    const options = { env: { ...process.env, ...env }, timeout: BROWSER_TIME_LIMITS.probeMs };
    await promisify(execFile)(executablePath, ['--version'], options);
    return undefined;
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    return stderr?.trim() ? firstLine(new Error(stderr)) : undefined;
  }
}

/** ` (why)`, if known. */
async function obstacles(): Promise<string> {
  const known = (await readConfinement()).obstacles;
  return known.length === 0 ? '' : ` (${known.join('; ')})`;
}

async function announce(found: FoundBrowser, log: EventLog): Promise<void> {
  const { seccomp, userNamespace } = await readConfinement();
  log.info('browser-found', {
    source: found.source,
    executablePath: found.executablePath,
    version: found.version,
    sandbox: found.sandbox,
    user: found.user?.name ?? process.getuid?.(),
    seccomp,
    userNamespace,
  });
  if (found.sandbox) return;
  log.warn('browser-sandbox-off', {
    reason:
      process.getuid?.() === 0 && found.user === undefined
        ? 'running as root'
        : `the sandbox does not work here${await obstacles()}`,
    advice:
      'run the renderer as a user that may create namespaces, or in its own container; RENDERER_REQUIRE_SANDBOX=true refuses to render without it',
  });
}

async function downloadBrowser(cacheDir: string, log: EventLog): Promise<BrowserCandidate> {
  const platform = detectBrowserPlatform();
  if (platform === undefined) throw new Error(`no browser can be downloaded for ${process.platform} ${process.arch}`);
  const folder = join(cacheDir, 'downloads');
  await mkdir(folder, { recursive: true });
  const browser = BrowserKind.CHROMEHEADLESSSHELL;
  const buildId = await resolveBuildId(browser, platform, 'stable');
  log.info('browser-download-started', { browser, buildId });
  const installed = await install({ browser, buildId, platform, cacheDir: folder });
  return browserCandidate('download', installed.executablePath);
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 2)
    .join(' ')
    .slice(0, 200);
}
