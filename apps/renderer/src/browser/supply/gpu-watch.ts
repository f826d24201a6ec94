import type { Browser, BrowserContext } from 'puppeteer-core';
import { CallTimedOut, within } from '../../until';

/** The process that draws for all pages of a browser, and how much it has worked since it began. */
export interface GpuUse {
  pid: number;
  cpuSeconds: number;
}

const LOOK_MS = 4_000;
/** Of one core, on a machine that is fought for. An animation uses as much, and the others are drawn beside it all the same. */
const SUSPICIOUS_SHARE = 0.2;
/** A new page is drawn in a tenth of a second. */
const FRAME_TIMEOUT_MS = 8_000;

/**
 * One shader that never ends keeps every other page of the browser from being drawn: no screenshot, no click, for
 * minutes after the page that brought it is gone. So a process that works hard is asked to draw a page of our own; when
 * it does not, it is to be killed. The browser starts another at once, and its pages go on.
 */
export class GpuWatch {
  private before: (GpuUse & { atMs: number }) | undefined;
  private isAsking = false;

  constructor(
    private readonly draw: () => Promise<void>,
    private readonly onHung: (pid: number) => void,
  ) {}

  look(use: GpuUse | undefined, nowMs = performance.now()): void {
    const { before } = this;
    if (use === undefined || before === undefined || before.pid !== use.pid) {
      this.before = use && { ...use, atMs: nowMs };
      return;
    }
    const tookMs = nowMs - before.atMs;
    if (tookMs < LOOK_MS) return;
    this.before = { ...use, atMs: nowMs };
    const share = ((use.cpuSeconds - before.cpuSeconds) * 1000) / tookMs;
    if (share > SUSPICIOUS_SHARE && !this.isAsking) void this.ask(use.pid);
  }

  private async ask(pid: number): Promise<void> {
    this.isAsking = true;
    try {
      await within(FRAME_TIMEOUT_MS, 'a frame', this.draw());
    } catch (error) {
      // Any other error: the browser has gone, and whoever launched it knows.
      if (error instanceof CallTimedOut) this.onHung(pid);
    } finally {
      this.isAsking = false;
    }
  }
}

/** Resolves when a new page has been drawn; one that is there already may be drawn from what is kept of it. */
export async function drawNewPage(browser: Browser): Promise<void> {
  let context: BrowserContext | undefined;
  try {
    context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.screenshot({ clip: { x: 0, y: 0, width: 8, height: 8 } });
  } finally {
    // It ends when the process that draws was killed, or with its browser.
    context?.close().catch(() => undefined);
  }
}
