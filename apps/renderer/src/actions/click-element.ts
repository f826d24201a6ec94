import { unlessAborted } from '@orbweaver/core';
import type { ElementHandle } from 'puppeteer-core';
import { isolatedWorld, ownerOf } from '../browser/isolated-world';
import type { ActionScene } from './action-step';
import { type Inspection, type InspectOptions, inspectTarget } from './inspect-target';

/** Why an element was not clicked, as a predicate; `removed`: the element is no longer in the page. */
export type Obstacle = { obstacle: string } | 'removed';

/** Later attempts scroll the element to another position, because a sticky header may cover it. */
const ALIGNMENTS = ['nearest', 'center', 'end', 'start'] as const;

/**
 * Clicks with the mouse if the element is visible, enabled, stable and not covered; otherwise returns the reason.
 * `attempt` counts from 0.
 */
export async function clickElement(
  element: ElementHandle<Element>,
  attempt: number,
  { page, signal }: ActionScene,
): Promise<Obstacle | undefined> {
  try {
    const alignment = ALIGNMENTS[attempt % ALIGNMENTS.length]!;
    const first = await unlessAborted(signal, pointOf(element, { alignment, mustRest: true }));
    if (!isPoint(first)) return first;
    await unlessAborted(signal, page.mouse.move(first.x, first.y));
    // A menu that opens below the mouse may cover the element.
    const point = await unlessAborted(signal, pointOf(element, { alignment: 'nearest', mustRest: false }));
    if (!isPoint(point)) return point;
    await unlessAborted(signal, element.evaluate(stayInWindow));
    await unlessAborted(signal, page.mouse.click(point.x, point.y));
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (/detached|not of type|context was destroyed|Cannot find context|No node/i.test(String(error))) return 'removed';
    throw error;
  }
}

type Point = { x: number; y: number };

function isPoint(inspection: Inspection): inspection is Point {
  return typeof inspection === 'object' && 'x' in inspection;
}

/** In window coordinates. */
async function pointOf(element: ElementHandle<Element>, options: InspectOptions): Promise<Inspection> {
  const { frame } = element;
  const world = isolatedWorld(frame);
  const target = await world.adoptBackendNode(await element.backendNodeId());
  let inspection: Inspection = await world.evaluate(inspectTarget, target, options);
  target.dispose().catch(() => undefined);
  for (let child = frame, parent = child.parentFrame(); parent !== null; child = parent, parent = child.parentFrame()) {
    if (!isPoint(inspection)) return inspection;
    inspection = await isolatedWorld(parent).evaluate(inspectTarget, await ownerOf(child, parent), {
      inner: inspection,
    });
  }
  return inspection;
}

/** Runs in the page. A link to a new window opens in this one: new windows are closed. */
function stayInWindow(node: Element): void {
  const leading = node.closest('a[href], area[href]') ?? node.closest('button, input')?.closest('form');
  const target =
    leading?.getAttribute('target') ?? document.querySelector('base[target]')?.getAttribute('target') ?? '';
  const isOfPage = /^(?:|_self|_parent|_top)$/i.test(target) || Object.hasOwn(window, target);
  if (!isOfPage && window.frames[target as unknown as number] === undefined) leading?.setAttribute('target', '_self');
}
