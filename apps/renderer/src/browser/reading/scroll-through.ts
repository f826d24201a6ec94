import { until, within } from '../../until';
import { isolatedWorld } from '../isolated-world';
import { smartWait, type WatchedPage } from './smart-wait';

/** What a visitor may be expected to scroll to; a list without end would otherwise be read until the deadline. */
const MAX_SCREENS = 10;
const MAX_SCROLLING_MS = 1_500;
/** A screen is painted, and its observers told, within two frames; a page that draws slower than this is not waited for. */
const FRAME_PATIENCE_MS = 1_000;
/** A page that is hardly taller than the window shows everything already; the margin of its body alone is 2 percent. */
const MIN_SCREENS = 1.05;
/** For what was asked for on the way to arrive. */
const SETTLE_MS = 2_000;

export interface ScrollOptions {
  /** Pictures are wanted too, not their addresses alone. */
  forPictures: boolean;
  /** For all of it. */
  budgetMs: number;
}

/**
 * Scrolls once through the first screens and back, so that what a page loads when it comes into sight is there.
 * Most tall pages have nothing like that: one jump down shows whether anything stirs, for the cost of some
 * 150 ms; only then, or when elements say that they are lazy, are the screens gone through one by one.
 */
export async function scrollThrough(watched: WatchedPage, options: ScrollOptions, signal: AbortSignal): Promise<void> {
  const { page, activity } = watched;
  if (options.budgetMs < MAX_SCROLLING_MS) return;
  const startedAt = performance.now();
  const world = isolatedWorld(page.mainFrame());
  const scrollTo = async (screen: number | undefined): Promise<Scrolled | undefined> => {
    const scrolled = world.evaluate(scrollToScreen, screen, options.forPictures);
    return await until(signal, within(FRAME_PATIENCE_MS, 'a screen', scrolled)).catch(() => {
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
  /** Heights of the window. */
  screens: number;
  /** Where the window stood before, in its heights. An address with a fragment may have put it there. */
  position: number;
  isAtEnd: boolean;
  /** Elements say that they are loaded when they come into sight. */
  isLazy: boolean;
  /** The tree has changed since the scrolling. */
  changed: boolean;
}

/** Runs in the isolated world of a page. `screen` undefined: nothing is scrolled. */
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
  // Observers answer after the frame, and what they change comes a task later.
  await new Promise((resolve) => setTimeout(resolve, 30));
  observer.disconnect();
  const isAtEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1;
  return { screens, position, isAtEnd, isLazy, changed };

  /** Pages that fit the window and scroll inside of it. */
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
