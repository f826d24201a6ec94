import type { ElementHandle, Frame, Page } from 'puppeteer-core';
import { pause, within } from '../bounds/until';

const POLL_MS = 100;
const FRAME_PATIENCE_MS = 1_000;

/**
 * Finds the elements that match `selector` in the page, else in its open shadow roots, else in its frames. Rejects when
 * the selector is invalid.
 */
export function locateElements(page: Page, selector: string): Promise<ElementHandle<Element>[]> {
  return search(page, selector, (place, query) => place.$$(query));
}

export async function locateElement(
  page: Page,
  selector: string,
  patienceMs: number,
  signal: AbortSignal,
): Promise<ElementHandle<Element> | undefined> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const first = await findFirst(page, selector);
    if (first !== undefined || performance.now() >= giveUpAt) return first;
    await pause(POLL_MS, signal);
  }
}

/** A page that is replaced during the search has no match. */
async function findFirst(page: Page, selector: string): Promise<ElementHandle<Element> | undefined> {
  try {
    // Each returned element costs a call.
    const [first] = await search(page, selector, async (place, query) => [await place.$(query)].filter(isPresent));
    return first;
  } catch (error) {
    if (error instanceof Error && /context was destroyed|Cannot find context|detached/i.test(error.message)) {
      return undefined;
    }
    throw error;
  }
}

type Query = (place: Page | Frame, selector: string) => Promise<ElementHandle<Element>[]>;

async function search(page: Page, selector: string, query: Query): Promise<ElementHandle<Element>[]> {
  const plain = await query(page, selector);
  if (plain.length > 0) return plain;
  const pierced = await query(page, `pierce/${selector}`);
  if (pierced.length > 0) return pierced;
  for (const frame of page.frames()) {
    const framed = frame === page.mainFrame() ? [] : await inFrame(query(frame, `pierce/${selector}`));
    if (framed.length > 0) return framed;
  }
  return [];
}

function isPresent<T>(value: T | null): value is T {
  return value !== null;
}

/** A frame may vanish or hang, because it may have its own process. */
async function inFrame(asking: Promise<ElementHandle<Element>[]>): Promise<ElementHandle<Element>[]> {
  try {
    return await within(FRAME_PATIENCE_MS, 'a frame', asking);
  } catch {
    return [];
  }
}
