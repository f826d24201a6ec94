import { type Browser, launch } from 'puppeteer-core';
import { within } from '../until';
import type { FoundBrowser } from './browser-candidates';
import { createProfileFolder } from './profile-folder';

export interface LaunchedBrowser {
  browser: Browser;
  /** Ends the browser with all its processes. Idempotent; resolves when the process is gone. */
  end(): Promise<void>;
}

export interface BrowserLaunch {
  /** The only way out that the browser gets; absent: it is started to see whether it starts, and reaches nothing. */
  proxyUrl?: string;
  timeoutMs: number;
}

/**
 * Longer than any page may take: the deadline of a page ends its calls, this only bounds what was forgotten.
 */
const PROTOCOL_TIMEOUT_MS = 10 * 60_000;
/** How long a browser may take to go by itself before its process group is killed. */
const CLOSE_TIMEOUT_MS = 3_000;

const WITHOUT_PROXY = 'http://127.0.0.1:9';

/** What keeps every byte on the forward proxy, and the browser from talking to anyone on its own account. */
function egressFlags(proxyUrl: string): string[] {
  return [
    `--proxy-server=${proxyUrl}`,
    // Chromium sends loopback addresses around a proxy unless told not to.
    '--proxy-bypass-list=<-loopback>',
    // Names are resolved by the proxy; the browser can resolve nothing, so a leak ends in an error.
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--disable-quic',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--dns-prefetch-disable',
    '--no-pings',
    '--disable-domain-reliability',
    '--disable-component-update',
    '--disable-background-networking',
    '--disable-features=NetworkPrediction,Prerender2,NoStatePrefetch,DnsOverHttps,AsyncDns,CertificateTransparencyComponentUpdater',
  ];
}

export async function launchBrowser(
  found: FoundBrowser,
  { proxyUrl, timeoutMs }: BrowserLaunch,
): Promise<LaunchedBrowser> {
  const profile = await createProfileFolder();
  const browser = await launch({
    executablePath: found.executablePath,
    headless: found.headless,
    userDataDir: profile.path,
    // Over a pipe instead of a socket: Chromium ends when the pipe does, also after a kill -9 of this process.
    pipe: true,
    env: { ...harmlessEnvironment(process.env), ...found.env },
    args: [
      ...(found.sandbox ? [] : ['--no-sandbox']),
      '--disable-dev-shm-usage',
      // Otherwise the language is that of the container, and a locale without one shows in every page.
      '--lang=en-US',
      ...egressFlags(proxyUrl ?? WITHOUT_PROXY),
    ],
    defaultViewport: null,
    timeout: timeoutMs,
    protocolTimeout: PROTOCOL_TIMEOUT_MS,
    // The shutdown of the process decides when the browser ends: after the pages that run.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  }).catch(async (error: unknown) => {
    await profile.remove();
    throw error;
  });
  let ended: Promise<void> | undefined;
  return {
    browser,
    end: () => {
      ended ??= endBrowser(browser).finally(() => profile.remove());
      return ended;
    },
  };
}

/** The environment of this process may hold secrets of services beside the renderer; hostile pages run in the browser. */
function harmlessEnvironment(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const names =
    /^(?:PATH|HOME|USER|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TEMP|TMP|LD_LIBRARY_PATH|FONTCONFIG_\w+|XDG_\w+|SYSTEMROOT|WINDIR|APPDATA|LOCALAPPDATA|PROGRAMFILES.*)$/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => names.test(name)));
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
    // Hung or disconnected: whatever the reason, the group goes below.
  }
  killGroup(child?.pid);
  await gone;
}

/** Puppeteer starts the browser as the leader of a group of its own; on Windows there are no groups. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
