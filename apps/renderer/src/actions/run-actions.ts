import { type Action, unlessAborted } from '@orbweaver/core';
import { smartWait } from '../browser/reading/smart-wait';
import { ActionOutput } from './action-output';
import type { ActionScene, ActionStep } from './action-step';
import { click } from './click';
import { executeJavascript } from './execute-javascript';
import { pdf } from './pdf';
import { press } from './press';
import { scrape } from './scrape';
import { screenshot } from './screenshot';
import { scroll } from './scroll';
import { wait } from './wait';
import { write } from './write';

/** Maximum wait for a page to settle after an action that may load content or navigate. */
const REST_MS = 2_000;
/** Shorter, because scrolls follow each other and loading continues during the next. */
const SCROLL_REST_MS = 1_000;
const NO_REST = 0;

const actionTable: { [T in Action['type']]: { run: ActionStep<T>; restMs: number } } = {
  wait: { run: wait, restMs: NO_REST },
  click: { run: click, restMs: REST_MS },
  write: { run: write, restMs: NO_REST },
  press: { run: press, restMs: REST_MS },
  scroll: { run: scroll, restMs: SCROLL_REST_MS },
  screenshot: { run: screenshot, restMs: NO_REST },
  scrape: { run: scrape, restMs: NO_REST },
  executeJavascript: { run: executeJavascript, restMs: REST_MS },
  pdf: { run: pdf, restMs: NO_REST },
};

const LOAD_MS = 20_000;

/** An action failed. The message names the action and is shown to the caller. */
export class ActionFailed extends Error {
  override readonly name = 'ActionFailed';
}

export async function runActions(
  surroundings: Omit<ActionScene, 'output'>,
  actions: readonly Action[],
): Promise<ActionOutput> {
  const output = new ActionOutput();
  const scene: ActionScene = { ...surroundings, output };
  const { signal } = scene;
  for (const [index, action] of actions.entries()) {
    try {
      await unlessAborted(signal, step(scene, action));
    } catch (error) {
      signal.throwIfAborted();
      throw new ActionFailed(describe(index, action, error), { cause: error });
    }
    const { restMs } = actionTable[action.type];
    const mayStir = restMs > 0 || scene.activity.isNavigating();
    if (mayStir) await smartWait(scene, { loadMs: LOAD_MS, quietMs: restMs || REST_MS }, signal);
  }
  return output;
}

function step<T extends Action['type']>(scene: ActionScene, action: Extract<Action, { type: T }>): Promise<void> {
  const { run } = actionTable[action.type as T];
  return run(scene, action);
}

const MAX_REASON = 500;

function describe(index: number, action: Action, error: unknown): string {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON);
  const selector = 'selector' in action ? action.selector : undefined;
  const where = selector === undefined || reason.includes(selector) ? '' : ` (selector ${selector})`;
  return `Action ${index + 1} (${action.type}) failed: ${reason}${where}`;
}
