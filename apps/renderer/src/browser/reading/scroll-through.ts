import { unlessAborted } from '@orbweaver/core';
import { within } from '../../bounds/until';
import { isolatedWorld } from '../isolated-world';
import { smartWait, type WatchedPage } from './smart-wait';

const MAX_SCREENS = 10;
const MAX_SCROLLING_MS = 1_500;
/** Observers fire within two frames. Pages that render more slowly are not awaited. */
const FRAME_PATIENCE_MS = 1_000;
/** Shorter pages are not scrolled; the body's margin alone is 2 percent. */
const MIN_SCREENS = 1.05;
const SETTLE_MS = 2_000;

export interface ScrollOptions {
  forPictures: boolean;
  budgetMs: number;
}

/**
 * Scrolls through the first screens and back, to load content that loads on sight. Every screen is visited only if
 * elements are declared lazy, or if one jump down (about 150 ms) causes requests or changes.
 */
export async function scrollThrough(watched: WatchedPage, options: ScrollOptions, signal: AbortSignal): Promise<void> {
  const { page, activity } = watched;
  if (options.budgetMs < MAX_SCROLLING_MS) return;
  const startedAt = performance.now();
  const world = isolatedWorld(page.mainFrame());
  const scrollTo = async (screen: number | undefined): Promise<Scrolled | undefined> => {
    const scrolled = world.evaluate(scrollToScreen, screen, options.forPictures);
    return await unlessAborted(signal, within(FRAME_PATIENCE_MS, 'a screen', scrolled)).catch(() => {
      signal.throwIfAborted();
      return undefined;
    });
  };
  const first = await scrollTo(undefined);
  if (first === undefined || first.screens < MIN_SCREENS) return;
  if (first.isLazy || (await stirs())) {
    for (let screen = 1; screen <= MAX_SCREENS; screen += 1) {
      const scrolled = await scrollTo(screen);
      if (scrolled === undefined || scrolled.isAtEnd || performance.now() - startedAt > MAX_SCROLLING_MS) break;
    }
    await scrollTo(first.position);
    const quietMs = Math.min(SETTLE_MS, options.budgetMs - (performance.now() - startedAt));
    if (quietMs > 0) await smartWait(watched, { loadMs: 0, quietMs }, signal);
    return;
  }
  await scrollTo(first.position);

  async function stirs(): Promise<boolean> {
    const before = performance.now();
    const scrolled = await scrollTo(MAX_SCREENS);
    return scrolled !== undefined && (scrolled.changed || activity.quietForMs() < performance.now() - before);
  }
}

interface Scrolled {
  screens: number;
  /** Initial scroll position in window heights. A fragment in the URL may have set it. */
  position: number;
  isAtEnd: boolean;
  isLazy: boolean;
  changed: boolean;
}

/** Runs in the isolated world of a page. Does not scroll if `screen` is undefined. */
async function scrollToScreen(screen: number | undefined, forPictures: boolean): Promise<Scrolled> {
  const find = (selector: string): Element | null => Document.prototype.querySelector.call(document, selector);
  const windowHeight = window.innerHeight;
  const root = Object.getOwnPropertyDescriptor(Document.prototype, 'scrollingElement')!.get!.call(document);
  const scroller: Element | null = (root?.scrollHeight > windowHeight * 1.05 ? root : innerScroller()) ?? root;
  const screens = scroller === null ? 0 : scroller.scrollHeight / windowHeight;
  const lazy = 'iframe[loading=lazy], [data-src], [data-srcset], [data-lazy-src], [data-lazy], .lazyload, .lazy';
  const isLazy = find(forPictures ? `${lazy}, img[loading=lazy]` : lazy) !== null;
  const position = scroller === null ? 0 : scroller.scrollTop / windowHeight;
  if (screen === undefined || scroller === null) return { screens, position, isAtEnd: true, isLazy, changed: false };
  let changed = false;
  const observer = new MutationObserver(() => {
    changed = true;
  });
  observer.observe(document, { subtree: true, childList: true });
  scroller.scrollTo({ top: screen * windowHeight, behavior: 'instant' });
  const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await frame();
  // Observers fire after the frame, and their changes follow in a later task.
  await new Promise((resolve) => setTimeout(resolve, 30));
  observer.disconnect();
  const isAtEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
  return { screens, position, isAtEnd, isLazy, changed };

  /** The scroll container of a page whose window does not scroll. */
  function innerScroller(): Element | null {
    let element: Element | null = Document.prototype.elementFromPoint.call(
      document,
      window.innerWidth / 2,
      windowHeight / 2,
    );
    while (element !== null) {
      const { overflowY } = getComputedStyle(element);
      if (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1) return element;
      element = element.parentElement;
    }
    return null;
  }
}
