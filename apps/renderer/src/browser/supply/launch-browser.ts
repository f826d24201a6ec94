import type { Readable } from 'node:stream';
import { type Browser, type CDPSession, defaultArgs, launch } from 'puppeteer-core';
import { within } from '../../bounds/until';
import { WorkerSessions } from '../visitor/worker-sessions';
import type { FoundBrowser } from './browser-candidates';
import { appearanceFlags, egressFlags, UNWANTED_DEFAULTS } from './browser-flags';
import { limitMessages } from './limit-messages';
import { createProfileFolder } from './profile-folder';
import { asUser } from './unprivileged-user';

export interface LaunchedBrowser {
  browser: Browser;
  /** A session with the browser itself, not with one of its pages. */
  root: CDPSession;
  workers: WorkerSessions;
  /** Ends the browser with all its processes. Idempotent. Resolves when the process is gone. */
  end(): Promise<void>;
}

export interface BrowserLaunch {
  /** The browser's only way out. Absent: the launch is a trial, and the browser reaches nothing. */
  proxyUrl?: string;
  /** Limits the script heap of one page; past it that page alone dies. Default: Chromium's own. */
  maxHeapMb?: number;
  timeoutMs: number;
}

/** Longer than any page may take: a page's deadline ends its calls, this only bounds forgotten ones. */
const PROTOCOL_TIMEOUT_MS = 10 * 60_000;
/** How long a browser may take to end by itself before its process group is killed. */
const CLOSE_TIMEOUT_MS = 3_000;

/**
 * Shells write pages' console messages to standard error, of which Puppeteer keeps the last thousand lines. The level
 * only counts beside the first flag; what ends the browser lies above it.
 */
const QUIET_FLAGS = ['--enable-logging=stderr', '--log-level=3'];

/**
 * Chromium sets this variable at its start, in one of several threads. A new variable may move the environment, and a
 * thread that reads it at that moment ends the browser (SIGSEGV in getenv): one start in some hundreds, more on a loaded
 * machine. A variable that is there already moves nothing.
 */
const SET_BY_CHROMIUM = { FC_FONTATIONS: '1' };

export async function launchBrowser(
  found: FoundBrowser,
  { proxyUrl, maxHeapMb, timeoutMs }: BrowserLaunch,
): Promise<LaunchedBrowser> {
  const { user, headless } = found;
  const profile = await createProfileFolder(user);
  const [command, args] = commandOf(found, profile.path, { proxyUrl, maxHeapMb });
  const browser = await launch({
    executablePath: command,
    headless,
    // A pipe instead of a socket: Chromium ends with its pipe, also after a kill -9 of this process.
    pipe: true,
    env: {
      ...harmlessEnvironment(process.env),
      ...SET_BY_CHROMIUM,
      // The home of this user is closed to others.
      ...(user && { HOME: profile.path, USER: user.name }),
      ...found.env,
      // A killed browser leaves its files there. A full browser puts a socket there too, whose path must be short.
      ...(headless === 'shell' && { TMPDIR: profile.path }),
    },
    args,
    // They are among `args`.
    ignoreDefaultArgs: true,
    defaultViewport: null,
    issuesEnabled: false,
    timeout: timeoutMs,
    protocolTimeout: PROTOCOL_TIMEOUT_MS,
    // The shutdown of the process ends the browser, after the running pages.
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
    // Only shells know it; in a full browser a popup needs a click.
    '--block-new-web-contents',
    ...(maxHeapMb === undefined ? [] : [`--js-flags=--max-old-space-size=${Math.floor(maxHeapMb)}`]),
    ...appearanceFlags(version),
    ...egressFlags(proxyUrl),
    ...QUIET_FLAGS,
  ];
  // One of Puppeteer's environment variables could switch the sandbox off unnoticed.
  const unwanted = [...UNWANTED_DEFAULTS, ...(sandbox ? ['--no-sandbox'] : [])];
  const args = defaultArgs({ headless, userDataDir, args: own }).filter((arg) => !unwanted.includes(arg));
  return user === undefined ? [executablePath, args] : asUser(user, executablePath, args);
}

/** This process's environment may hold secrets of other services, and hostile pages run in the browser. */
function harmlessEnvironment(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const names =
    /^(?:PATH|HOME|USER|TMPDIR|TEMP|TMP|LD_LIBRARY_PATH|FONTCONFIG_\w+|XDG_\w+|SYSTEMROOT|WINDIR|APPDATA|LOCALAPPDATA|PROGRAMFILES.*)$/i;
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => names.test(name)));
  // Otherwise pages would see the machine's language wherever none was set.
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
      CLOSE_TIMEOUT_MS,
      'Browser.close',
      browser.close().then(() => gone),
    );
  } catch {
    // Hung or disconnected: in either case the process group is killed below.
  }
  killGroup(child?.pid);
  await gone;
}

/** Puppeteer starts the browser as the leader of a process group; Windows has none. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
