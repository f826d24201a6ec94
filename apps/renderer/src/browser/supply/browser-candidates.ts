import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { ProcessUser } from './unprivileged-user';

export type BrowserOrigin = 'configured' | 'puppeteer-cache' | 'system' | 'npm-package' | 'download';

export interface BrowserCandidate {
  source: BrowserOrigin;
  executablePath: string;
  /** `shell`: chrome-headless-shell, which needs half the memory and start time of the full browser. */
  headless: 'shell' | true;
  env?: Record<string, string>;
}

export interface FoundBrowser extends BrowserCandidate {
  /** Whether Chromium's own sandbox works. Without it only the container isolates pages. */
  sandbox: boolean;
  user?: ProcessUser;
  version: string;
}

const isShell = (executablePath: string): boolean => /headless.shell/.test(executablePath);

export function browserCandidate(source: BrowserOrigin, executablePath: string): BrowserCandidate {
  return { source, executablePath, headless: isShell(executablePath) ? 'shell' : true };
}

/** Browsers that `@puppeteer/browsers` installed, newest first, headless shells before full browsers. */
export function cachedBrowsers(env: NodeJS.ProcessEnv): BrowserCandidate[] {
  const root = env.PUPPETEER_CACHE_DIR ?? join(homedir(), '.cache', 'puppeteer');
  const names = [
    'chrome-headless-shell',
    'chrome',
    'chrome-headless-shell.exe',
    'chrome.exe',
    'Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  ];
  return ['chrome-headless-shell', 'chrome'].flatMap((kind) =>
    list(join(root, kind))
      .sort((a, b) => b.localeCompare(a, undefined, { numeric: true }))
      .flatMap((version) => list(join(root, kind, version)).map((folder) => join(root, kind, version, folder)))
      .flatMap((folder) => names.map((name) => join(folder, name)))
      .filter((path) => existsSync(path))
      .map((path) => browserCandidate('puppeteer-cache', path)),
  );
}

export function systemBrowsers(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): BrowserCandidate[] {
  return systemPaths(env, platform)
    .filter((path) => existsSync(path))
    .map((path) => browserCandidate('system', path));
}

function systemPaths(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (platform === 'win32') {
    const programs = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter(
      (path) => path !== undefined,
    );
    const places = ['Google\\Chrome\\Application\\chrome.exe', 'Chromium\\Application\\chrome.exe'];
    return programs.flatMap((folder) =>
      [...places, 'Microsoft\\Edge\\Application\\msedge.exe'].map((p) => join(folder, p)),
    );
  }
  // Binaries before PATH: on Debian /usr/bin/chromium is a shell script, which does not forward signals to the browser.
  return [
    '/usr/lib/chromium/chromium-headless-shell',
    '/opt/google/chrome/chrome',
    '/usr/lib/chromium/chromium',
    '/usr/lib/chromium-browser/chromium-browser',
    '/usr/lib64/chromium-browser/chromium-browser',
    ...['chrome-headless-shell', 'google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'].flatMap(
      (name) => (env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)),
    ),
  ];
}

function list(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
