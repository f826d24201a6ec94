import type { ElementHandle, Frame, Page } from 'puppeteer-core';
import { pause, within } from '../until';

const POLL_MS = 100;
const FRAME_PATIENCE_MS = 1_000;

/**
 * The elements that `selector` matches: of the page, or if there are none, of its open shadow roots and then of its
 * frames, the first place that has any. Rejects when the selector is none.
 */
export async function findElements(page: Page, selector: string): Promise<ElementHandle<Element>[]> {
  const plain = await page.$$(selector);
  if (plain.length > 0) return plain;
  const pierced = await page.$$(`pierce/${selector}`);
  if (pierced.length > 0) return pierced;
  for (const frame of page.frames()) {
    const framed = frame === page.mainFrame() ? [] : await inFrame(frame, selector);
    if (framed.length > 0) return framed;
  }
  return [];
}

/** Waits up to `patienceMs` for the first of them. Undefined: there is none. */
export async function findElement(
  page: Page,
  selector: string,
  patienceMs: number,
  signal: AbortSignal,
): Promise<ElementHandle<Element> | undefined> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const [first, ...others] = await lookUp(page, selector);
    for (const other of others) other.dispose().catch(() => undefined);
    if (first !== undefined || performance.now() >= giveUpAt) return first;
    await pause(POLL_MS, signal);
  }
}

/** A page that is replaced while we look has none. */
async function lookUp(page: Page, selector: string): Promise<ElementHandle<Element>[]> {
  try {
    return await findElements(page, selector);
  } catch (error) {
    if (error instanceof Error && /context was destroyed|Cannot find context|detached/i.test(error.message)) return [];
    throw error;
  }
}

/** A frame may go, or belong to another process that hangs, without the page. */
async function inFrame(frame: Frame, selector: string): Promise<ElementHandle<Element>[]> {
  try {
    return await within(FRAME_PATIENCE_MS, 'a frame', frame.$$(`pierce/${selector}`));
  } catch {
    return [];
  }
}
