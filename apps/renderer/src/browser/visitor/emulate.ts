import type { Viewport } from '@orbweaver/core';
import type { CDPSession, Page } from 'puppeteer-core';
import { sessionOf } from '../isolated-world';
import { answerForWorkers } from './answer-for-workers';
import { hideEvaluations } from './hide-evaluations';
import { type StealthProfile, stealthScript } from './stealth-script';
import type { UserAgent } from './user-agent';
import { DESKTOP, type Visitor } from './visitor';
import { leaveOutShared, type WorkerSessions } from './worker-sessions';

export const SCREEN = { width: 1920, height: 1080 };
/** Tabs and address bar: the height of the window minus the viewport. */
export const WINDOW_FRAME_PX = 87;
/** Cores of a common laptop. One core, or 64, would reveal a server. */
const USUAL_CORES = 8;
const TOUCH_POINTS = 5;

const NO_HINTS: UserAgent['userAgentMetadata'] = {
  brands: [],
  fullVersionList: [],
  fullVersion: '',
  platform: '',
  platformVersion: '',
  architecture: '',
  bitness: '',
  wow64: false,
  model: '',
  mobile: false,
  formFactors: [],
};

export interface Target {
  page: Page;
  otherSessions: CDPSession[];
  workers: WorkerSessions;
}

export interface Emulation {
  visitor: Visitor;
  profile: 'plain' | 'stealth';
  ignoreCertificates: boolean;
}

/**
 * Emulates the visitor in a page, its cross-site frames and its workers, which are paused until they are set up. Returns
 * a function that stops watching workers.
 */
export async function emulate({ page, otherSessions, workers }: Target, emulation: Emulation): Promise<() => void> {
  const { visitor, profile } = emulation;
  const session = sessionOf(page.mainFrame());
  const [sendAgent, agent] = agentCommand(visitor);
  const setUpChildOf = (parent: CDPSession) => (child: CDPSession) => {
    answerForWorkers(child, parent);
    if (profile === 'stealth') hideEvaluations(child);
    child.on('sessionattached', setUpChildOf(child));
    // Puppeteer sends its own command after this event, in the same turn.
    queueMicrotask(() => leaveOutShared(child).catch(() => undefined));
    // Frames reject commands for workers and vice versa.
    sendAll(child, [
      ...workerCommands(emulation),
      ...frameCommands(emulation, displayOf(visitor)),
      ...sizeCommands(visitor),
    ]);
  };
  if (profile === 'stealth') hideEvaluations(session);
  session.on('sessionattached', setUpChildOf(session));
  const stop = workers.listen(page.browserContext().id ?? '', (worker) => sendAll(worker, workerCommands(emulation)));
  await Promise.all([
    leaveOutShared(session),
    showIn(page, session, visitor),
    // When the page moves to another process, each session without an override resets it.
    ...otherSessions.map((other) => other.send(sendAgent, agent as never)),
    ...frameCommands(emulation).map(([method, params]) => session.send(method, params as never)),
  ]);
  return stop;
}

type Command = [method: Parameters<CDPSession['send']>[0], params: object];

/** Errors are ignored: targets in a shared process are already set up, and others may have closed. */
function sendAll(session: CDPSession, commands: Command[]): void {
  for (const [method, params] of commands) session.send(method, params as never).catch(() => undefined);
}

function frameCommands(emulation: Emulation, display?: StealthProfile['display']): Command[] {
  const commands = commandsForAll(emulation);
  if (emulation.ignoreCertificates) commands.push(['Security.setIgnoreCertificateErrors', { ignore: true }]);
  const everything = emulation.profile === 'stealth';
  if (everything || display !== undefined) {
    commands.push(['Page.addScriptToEvaluateOnNewDocument', { source: stealthScript({ display, everything }) }]);
  }
  return commands;
}

function workerCommands(emulation: Emulation): Command[] {
  const { userAgent, platform } = emulation.visitor.agent;
  const disguise = { agent: { userAgent, platform }, everything: emulation.profile === 'stealth' };
  const expression = `typeof document === 'undefined' && ${stealthScript(disguise)}`;
  // Without client hints, shared workers would report those of the browser.
  const agent = { userAgentMetadata: NO_HINTS, ...emulation.visitor.agent };
  return [
    ...commandsForAll({ ...emulation, visitor: { ...emulation.visitor, agent } }),
    ['Runtime.evaluate', { expression }],
  ];
}

function agentCommand({ agent, languages }: Visitor): Command {
  return ['Emulation.setUserAgentOverride', { ...agent, acceptLanguage: languages.join(',') }];
}

function commandsForAll({ visitor, profile }: Emulation): Command[] {
  const { languages, timeZone } = visitor;
  const commands: Command[] = [
    agentCommand(visitor),
    ['Emulation.setLocaleOverride', { locale: languages[0]!.replaceAll('-', '_') }],
    ['Emulation.setTimezoneOverride', { timezoneId: timeZone }],
  ];
  if (profile === 'stealth') {
    commands.push(['Emulation.setHardwareConcurrencyOverride', { hardwareConcurrency: USUAL_CORES }]);
  }
  return commands;
}

const visitors = new WeakMap<Page, Visitor>();

/**
 * Sets the viewport and the matching screen of the visitor. Puppeteer's own calls read its viewport, which has neither
 * screen nor touch. A page without a visitor gets the viewport only.
 */
export async function showViewport(page: Page, viewport: Viewport): Promise<void> {
  const visitor = visitors.get(page);
  if (visitor === undefined) {
    await page.setViewport({ ...page.viewport(), ...viewport });
    return;
  }
  const { pixelRatio, mobile } = visitor;
  const session = sessionOf(page.mainFrame());
  await page.setViewport({ ...viewport, deviceScaleFactor: pixelRatio, isMobile: mobile, hasTouch: mobile });
  const commands = sizeCommands({ ...visitor, viewport });
  await Promise.all(commands.map(([method, params]) => session.send(method, params as never)));
}

async function showIn(page: Page, session: CDPSession, visitor: Visitor): Promise<void> {
  const { viewport, mobile } = visitor;
  visitors.set(page, visitor);
  await showViewport(page, viewport);
  const { width, height } = viewport;
  if (mobile || (width === DESKTOP.width && height === DESKTOP.height)) return;
  const { windowId } = await session.send('Browser.getWindowForTarget');
  await session.send('Browser.setWindowBounds', { windowId, bounds: { width, height: height + WINDOW_FRAME_PX } });
}

function displayOf({ viewport: { width, height }, pixelRatio, mobile }: Visitor) {
  if (mobile) return { width, height, outerWidth: width, outerHeight: height, pixelRatio };
  const outerHeight = height + WINDOW_FRAME_PX;
  const screen = { width: Math.max(SCREEN.width, width), height: Math.max(SCREEN.height, outerHeight) };
  return { ...screen, outerWidth: width, outerHeight, pixelRatio };
}

function sizeCommands(visitor: Visitor): Command[] {
  const { mobile, pixelRatio } = visitor;
  const { width, height } = visitor.viewport;
  const screen = displayOf(visitor);
  const isLandscape = screen.width >= screen.height;
  const metrics = {
    width,
    height,
    deviceScaleFactor: pixelRatio,
    mobile,
    screenWidth: screen.width,
    screenHeight: screen.height,
    screenOrientation: {
      type: isLandscape ? 'landscapePrimary' : 'portraitPrimary',
      // Relative to the device's usual orientation.
      angle: mobile && isLandscape ? 90 : 0,
    },
  };
  const commands: Command[] = [['Emulation.setDeviceMetricsOverride', metrics]];
  if (mobile) commands.push(['Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: TOUCH_POINTS }]);
  return commands;
}
