import type { Readable } from 'node:stream';
import { type Browser, type CDPSession, defaultArgs, launch } from 'puppeteer-core';
import { within } from '../../bounds/until';
import { BROWSER_TIME_LIMITS } from '../../renderer.config';
import { WorkerSessions } from '../visitor/worker-sessions';
import type { FoundBrowser } from './browser-candidates';
import { appearanceFlags, egressFlags, UNWANTED_DEFAULTS } from './browser-flags';
import { limitMessages } from './limit-messages';
import { createProfileFolder } from './profile-folder';
import { asUser } from './unprivileged-user';

export interface LaunchedBrowser {
  browser: Browser;
  root: CDPSession;
  workers: WorkerSessions;
  /** Closes the browser and all its processes. Idempotent. Resolves when the process has exited. */
  end(): Promise<void>;
}

export interface BrowserLaunch {
  /** The browser's proxy. Absent: the browser has no network access, for a test launch. */
  proxyUrl?: string;
  /** Heap limit of a page's scripts; a page beyond it crashes. Default: Chromium's. */
  maxHeapMb?: number;
  /** Certificate authorities to trust in addition to the browser's own (Linux). */
  authorities?: readonly string[];
  timeoutMs: number;
}

/**
 * Headless shells write console messages of pages to stderr, where Puppeteer keeps a thousand lines. The level has an
 * effect only with the first flag; fatal errors are still written.
 */
const QUIET_FLAGS = ['--enable-logging=stderr', '--log-level=3'];

/**
 * Chromium sets this variable at start-up while other threads read the environment, which crashes one start in some
 * hundreds (SIGSEGV in getenv). A variable that already exists is safe.
 */
const SET_BY_CHROMIUM = { FC_FONTATIONS: '1' };

export async function launchBrowser(
  found: FoundBrowser,
  { proxyUrl, maxHeapMb, authorities = [], timeoutMs }: BrowserLaunch,
): Promise<LaunchedBrowser> {
  const { user, headless } = found;
  const profile = await createProfileFolder(user, authorities);
  const [command, args] = commandOf(found, profile.path, { proxyUrl, maxHeapMb });
  const browser = await launch({
    executablePath: command,
    headless,
    // With a pipe, Chromium exits together with this process, even after kill -9.
    pipe: true,
    env: {
      ...harmlessEnvironment(process.env),
      ...SET_BY_CHROMIUM,
      // The home of the current user may be unreadable.
      ...(user && { HOME: profile.path, USER: user.name }),
      // The browser reads the certificate database of its home.
      ...(authorities.length > 0 && { HOME: profile.path }),
      ...found.env,
      // Files of a killed browser are removed with its profile. A full browser needs a short path for its socket.
      ...(headless === 'shell' && { TMPDIR: profile.path }),
    },
    args,
    ignoreDefaultArgs: true,
    defaultViewport: null,
    issuesEnabled: false,
    timeout: timeoutMs,
    protocolTimeout: BROWSER_TIME_LIMITS.protocolMs,
    // Closed by the shutdown of the process, after the running pages.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  }).catch(async (error: unknown) => {
    await profile.remove();
    throw error;
  });
  limitMessages(browser.process()!.stdio[4] as Readable);
  let ended: Promise<void> | undefined;
  const end = (): Promise<void> => {
    ended ??= endBrowser(browser).finally(() => profile.remove());
    return ended;
  };
  try {
    const root = await within(timeoutMs, 'a session', browser.target().createCDPSession());
    const workers = await within(timeoutMs, 'watching for workers', WorkerSessions.watch(root));
    return { browser, root, workers, end };
  } catch (error) {
    await end();
    throw error;
  }
}

function commandOf(
  { executablePath, headless, sandbox, user, version }: FoundBrowser,
  userDataDir: string,
  { proxyUrl, maxHeapMb }: Pick<BrowserLaunch, 'proxyUrl' | 'maxHeapMb'>,
): [command: string, args: string[]] {
  const own = [
    ...(sandbox ? [] : ['--no-sandbox']),
    '--disable-dev-shm-usage',
    // For shells only; in a full browser a popup needs a click.
    '--block-new-web-contents',
    ...(maxHeapMb === undefined ? [] : [`--js-flags=--max-old-space-size=${Math.floor(maxHeapMb)}`]),
    ...appearanceFlags(version),
    ...egressFlags(proxyUrl),
    ...QUIET_FLAGS,
  ];
  // Environment variables of Puppeteer could disable the sandbox.
  const unwanted = [...UNWANTED_DEFAULTS, ...(sandbox ? ['--no-sandbox'] : [])];
  const args = defaultArgs({ headless, userDataDir, args: own }).filter((arg) => !unwanted.includes(arg));
  return user === undefined ? [executablePath, args] : asUser(user, executablePath, args);
}

/** Without secrets of other services, because the browser runs hostile pages. */
function harmlessEnvironment(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const names =
    /^(?:PATH|HOME|USER|TMPDIR|TEMP|TMP|LD_LIBRARY_PATH|FONTCONFIG_\w+|XDG_\w+|SYSTEMROOT|WINDIR|APPDATA|LOCALAPPDATA|PROGRAMFILES.*)$/i;
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => names.test(name)));
  // Otherwise pages see the machine's language.
  return { ...kept, LANG: 'en_US.UTF-8' };
}

async function endBrowser(browser: Browser): Promise<void> {
  const child = browser.process();
  const gone = new Promise<void>((resolve) => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });
  try {
    await within(
      BROWSER_TIME_LIMITS.closeMs,
      'Browser.close',
      browser.close().then(() => gone),
    );
  } catch {
    // Hung or disconnected: the process group is killed below.
  }
  killGroup(child?.pid);
  await gone;
}

/** Puppeteer starts the browser as the leader of a process group; not on Windows. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
