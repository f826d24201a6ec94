import type { ElementHandle } from 'puppeteer-core';
import { pause } from '../bounds/until';
import type { ActionScene, ActionStep } from './action-step';
import { clickElement } from './click-element';
import { locateElement, locateElements } from './find-elements';
import { patienceOf, waited } from './patience';

const POLL_MS = 100;
/** Limits `all`. Each click takes 50 ms, and a selector with thousands of matches is a mistake. */
const MAX_CLICKS = 100;

export const click: ActionStep<'click'> = async (scene, { selector, all }) => {
  await (all ? clickAll(scene, selector) : clickFirst(scene, selector));
};

async function clickFirst(scene: ActionScene, selector: string): Promise<void> {
  const { page, signal } = scene;
  const startedAt = performance.now();
  const giveUpAt = startedAt + patienceOf(scene);
  for (let attempt = 0; ; attempt += 1) {
    const element = await locateElement(page, selector, giveUpAt - performance.now(), signal);
    if (element === undefined) throw new Error(`no element matches ${selector} ${waited(startedAt)}`);
    const obstacle = await clickElement(element, attempt, scene);
    element.dispose().catch(() => undefined);
    if (obstacle === undefined) return;
    if (performance.now() >= giveUpAt)
      throw new Error(`${selector} ${describeObstacle(obstacle)} ${waited(startedAt)}`);
    await pause(POLL_MS, signal);
  }
}

/**
 * Clicks the matches in order, then retries those that were not clickable. Matches that are never clicked cause a
 * warning, or an error if none was clicked.
 */
async function clickAll(scene: ActionScene, selector: string): Promise<void> {
  const { page, signal, activity, output } = scene;
  const elements = await locateElements(page, selector);
  const documents = activity.documents;
  // After a click that opened another page, the remaining elements no longer exist.
  const hasLeft = (): boolean => activity.documents !== documents || activity.isNavigating();
  let startedAt = 0;
  let giveUpAt = Number.POSITIVE_INFINITY;
  let clicks = 0;
  let reason = '';
  let pending = elements.slice(0, MAX_CLICKS);
  for (let attempt = 0; pending.length > 0 && performance.now() < giveUpAt; attempt += 1) {
    if (attempt > 0) await pause(POLL_MS, signal);
    const left: ElementHandle<Element>[] = [];
    for (const element of pending) {
      const obstacle = await clickElement(element, attempt, scene);
      if (obstacle === undefined) clicks += 1;
      if (hasLeft()) return;
      // An earlier click may have removed this element.
      if (obstacle === undefined || obstacle === 'removed') continue;
      if (left.length === 0) reason = obstacle.obstacle;
      left.push(element);
    }
    pending = left;
    if (attempt === 0) {
      startedAt = performance.now();
      giveUpAt = startedAt + patienceOf(scene);
    }
  }
  for (const element of elements) element.dispose().catch(() => undefined);
  if (elements.length > MAX_CLICKS) {
    output.warnings.push(
      `Only the first ${MAX_CLICKS} of ${elements.length} elements matching ${selector} were clicked. Use a narrower selector.`,
    );
  }
  if (pending.length === 0) return;
  const count = pending.length === 1 ? '1 element was' : `${pending.length} elements were`;
  const missed = `${count} not clicked of those matching ${selector}: the first ${reason} ${waited(startedAt)}`;
  if (clicks === 0) throw new Error(missed);
  output.warnings.push(`${missed}.`);
}

const describeObstacle = (obstacle: { obstacle: string } | 'removed'): string =>
  obstacle === 'removed' ? 'was removed from the page' : obstacle.obstacle;
