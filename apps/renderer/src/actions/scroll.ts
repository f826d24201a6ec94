import { unlessAborted } from '@orbweaver/core';
import type { ElementHandle, Page } from 'puppeteer-core';
import { pause, within } from '../bounds/until';
import { isolatedWorld } from '../browser/isolated-world';
import type { ActionScene, ActionStep } from './action-step';
import { locateElement } from './find-elements';
import { patienceOf, waited } from './patience';

const POLL_MS = 100;
/** Observers fire within two frames. Pages that render more slowly are not awaited. */
const FRAMES_MS = 800;
/** Some scripts read the scroll position with a delay before they request content. */
const STIR_MS = 150;

/**
 * Scrolls the window, or the scroll container of the selected element, by its height. Resolves when the page had time
 * to start loading the content that came into view.
 */
export const scroll: ActionStep<'scroll'> = async (scene, { direction, selector }) => {
  const { page, signal } = scene;
  const sign = direction === 'down' ? 1 : -1;
  if (selector === undefined) {
    await unlessAborted(signal, isolatedWorld(page.mainFrame()).evaluate(scrollByScreen, null, sign));
  } else {
    const element = await locateShown(scene, selector);
    await unlessAborted(signal, element.evaluate(scrollByScreen, sign));
    element.dispose().catch(() => undefined);
  }
  await unlessAborted(signal, twoFrames(page));
  await pause(STIR_MS, signal);
};

/** Waits until the first match exists and is displayed: an element without a box cannot scroll. */
async function locateShown(scene: ActionScene, selector: string): Promise<ElementHandle<Element>> {
  const { page, signal } = scene;
  const startedAt = performance.now();
  const giveUpAt = startedAt + patienceOf(scene);
  for (;;) {
    const element = await locateElement(page, selector, giveUpAt - performance.now(), signal);
    if (element === undefined) throw new Error(`no element matches ${selector} ${waited(startedAt)}`);
    if (await unlessAborted(signal, element.evaluate(isShown))) return element;
    element.dispose().catch(() => undefined);
    if (performance.now() >= giveUpAt) throw new Error(`${selector} is hidden ${waited(startedAt)}`);
    await pause(POLL_MS, signal);
  }
}

/** Runs in the page. */
function isShown(element: Element): boolean {
  return element.checkVisibility() || getComputedStyle(element).display === 'contents';
}

/** A page that navigates because of the scroll renders no frame. */
async function twoFrames(page: Page): Promise<void> {
  const drawn = isolatedWorld(page.mainFrame()).evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
  await within(FRAMES_MS, 'two frames', drawn).catch(() => undefined);
}

/**
 * Runs in the page, so it must be self-contained. Scrolls the first scrollable of: the element; a box that covers most
 * of it; its scroll container (directly to the element if that is further away); the window. If the window has almost
 * no overflow, the box in its middle is scrolled instead.
 */
function scrollByScreen(element: Element | null, sign: number): void {
  const maxLooks = 1_000;
  const root: Element | null = Object.getOwnPropertyDescriptor(Document.prototype, 'scrollingElement')!.get!.call(
    document,
  );
  const isFrame = (box: Element): boolean => box === root || box.localName === 'html' || box.localName === 'body';
  const overflows = (box: Element): boolean => box.scrollHeight > box.clientHeight + 1;
  const scrolls = (box: Element, how = /auto|scroll/): boolean =>
    overflows(box) && how.test(getComputedStyle(box).overflowY);
  const scrollBox = (box: Element): void => {
    box.scrollBy({ top: sign * box.clientHeight, behavior: 'instant' });
  };
  // Follows the flat tree: out of shadow roots and into slots.
  const parentOf = (box: Element): Element | null => {
    const above = box.assignedSlot ?? box.parentNode;
    return above instanceof ShadowRoot ? above.host : above instanceof Element ? above : null;
  };
  const around = (inner: Element | null): Element | undefined => {
    for (let box = inner; box !== null; box = parentOf(box)) if (scrolls(box)) return box;
    return undefined;
  };
  const scrollWindow = (): void => {
    if (root === null || root.scrollHeight > window.innerHeight * 1.05) {
      window.scrollBy({ top: sign * window.innerHeight, behavior: 'instant' });
      return;
    }
    const middle = Document.prototype.elementFromPoint.call(document, window.innerWidth / 2, window.innerHeight / 2);
    const box = around(middle);
    if (box !== undefined) scrollBox(box);
  };
  if (element === null || isFrame(element)) {
    scrollWindow();
    return;
  }
  // Clipped content scrolls by script only, so only when the element was selected.
  if (scrolls(element, /auto|scroll|hidden/)) {
    scrollBox(element);
    return;
  }
  const makesUpMost = (box: Element): boolean =>
    box.clientHeight * 2 > element.clientHeight && box.clientWidth * 2 > element.clientWidth;
  const inner = [...Element.prototype.querySelectorAll.call(element, '*')].slice(0, maxLooks);
  const most = inner.find((box) => overflows(box) && makesUpMost(box) && scrolls(box));
  if (most !== undefined) {
    scrollBox(most);
    return;
  }
  const outer = around(parentOf(element));
  const isBox = outer !== undefined && !isFrame(outer);
  const sight = isBox ? outer.getBoundingClientRect() : { top: 0, bottom: window.innerHeight };
  const { top, bottom } = element.getBoundingClientRect();
  const isFurtherOn = sign > 0 ? top >= sight.bottom : bottom <= sight.top;
  if (isFurtherOn) element.scrollIntoView({ block: 'start', behavior: 'instant' });
  else if (isBox) scrollBox(outer);
  else scrollWindow();
}
