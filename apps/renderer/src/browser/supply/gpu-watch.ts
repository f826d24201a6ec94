import type { Browser, BrowserContext } from 'puppeteer-core';
import { CallTimedOut, within } from '../../bounds/until';

export interface GpuUse {
  pid: number;
  cpuSeconds: number;
}

const LOOK_MS = 4_000;
/** Share of one core. An animation uses as much without affecting other pages. */
const SUSPICIOUS_SHARE = 0.2;
/** A new page takes a tenth of a second. */
const FRAME_TIMEOUT_MS = 8_000;

/**
 * Kills a hung GPU process. An endless shader blocks rendering of all pages of the browser, for minutes after its page is
 * closed, so a busy GPU process must render a test page. The browser then starts another, and its pages continue.
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
      // Other errors mean that the browser is closed, which its supply handles.
      if (error instanceof CallTimedOut) this.onHung(pid);
    } finally {
      this.isAsking = false;
    }
  }
}

/** Resolves when a new page has been rendered; an existing one might be cached. */
export async function drawNewPage(browser: Browser): Promise<void> {
  let context: BrowserContext | undefined;
  try {
    context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.screenshot({ clip: { x: 0, y: 0, width: 8, height: 8 } });
  } finally {
    // The call ends when the GPU process is killed, or with its browser.
    context?.close().catch(() => undefined);
  }
}
