import { unlessAborted } from '@orbweaver/core';
import type { ElementHandle } from 'puppeteer-core';
import type { ActionScene, ActionStep } from './action-step';
import { locateElement, locateElements } from './find-elements';

/** An element that a script is about to create exists by then. For a longer wait there is the action `wait`. */
const PATIENCE_MS = 3_000;
/** Limits `all`: a real page has some matches, a list of thousands is an oversight, and each click takes 50 ms. */
const MAX_CLICKS = 100;

export const click: ActionStep<'click'> = async (scene, { selector, all }) => {
  if (!all) {
    const element = await locateElement(scene.page, selector, PATIENCE_MS, scene.signal);
    if (element === undefined) throw new Error(`no element matches ${selector}`);
    await clickOn(element, scene);
    return;
  }
  const elements = await locateElements(scene.page, selector);
  const documents = scene.activity.documents;
  for (const element of elements.slice(0, MAX_CLICKS)) {
    try {
      await clickOn(element, scene);
    } catch (error) {
      scene.signal.throwIfAborted();
      // An earlier click may have removed this element.
      if (!/detached|not of type|context was destroyed|Cannot find context/i.test(String(error))) throw error;
    }
    // A click led to another page, and the remaining elements went with theirs.
    if (scene.activity.documents !== documents || scene.activity.isNavigating()) return;
  }
  if (elements.length > MAX_CLICKS) {
    scene.output.warnings.push(
      `Only the first ${MAX_CLICKS} of ${elements.length} elements that match ${selector} were clicked.`,
    );
  }
};

/** Clicks with the mouse as a visitor would. A hidden or covered element gets the event alone. */
async function clickOn(element: ElementHandle<Element>, { signal }: ActionScene): Promise<void> {
  try {
    await unlessAborted(signal, element.evaluate(stayInWindow));
    if (await unlessAborted(signal, isInReach(element))) {
      try {
        await unlessAborted(signal, element.click());
        return;
      } catch (error) {
        if (!/not clickable/i.test(String(error))) throw error;
      }
    }
    await unlessAborted(
      signal,
      element.evaluate((node) => (node as HTMLElement).click()),
    );
  } finally {
    element.dispose().catch(() => undefined);
  }
}

async function isInReach(element: ElementHandle<Element>): Promise<boolean> {
  await element.scrollIntoView();
  return (await element.boundingBox()) !== null && (await element.evaluate(isOnTop));
}

/** Runs in the page. A link to a new window opens in this one: new windows are closed. */
function stayInWindow(node: Element): void {
  const leading = node.closest('a[href], area[href]') ?? node.closest('button, input')?.closest('form');
  const target =
    leading?.getAttribute('target') ?? document.querySelector('base[target]')?.getAttribute('target') ?? '';
  const isOfPage = /^(?:|_self|_parent|_top)$/i.test(target) || Object.hasOwn(window, target);
  if (!isOfPage && window.frames[target as unknown as number] === undefined) leading?.setAttribute('target', '_self');
}

/** Runs in the page. Tells whether the middle of the element shows the element and nothing that covers it. */
function isOnTop(node: Element): boolean {
  const { left, top, width, height } = node.getBoundingClientRect();
  if (width === 0 || height === 0) return false;
  const root = node.getRootNode() as Document | ShadowRoot;
  const hit = root.elementFromPoint(left + width / 2, top + height / 2);
  return hit !== null && (node.contains(hit) || hit.closest('label')?.control === node);
}
