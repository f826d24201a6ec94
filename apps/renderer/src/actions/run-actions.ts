import type { Action } from '@orbweaver/core';
import { smartWait } from '../browser/reading/smart-wait';
import { until } from '../until';
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

const steps: { [T in Action['type']]: ActionStep<T> } = {
  wait,
  click,
  write,
  press,
  scroll,
  screenshot,
  scrape,
  executeJavascript,
  pdf,
};

/** After these the page may load more, or be another one. */
const STIRRING: ReadonlySet<Action['type']> = new Set(['click', 'press', 'scroll', 'executeJavascript']);
/** For what an action stirred up to come to rest. */
const REST_MS = 2_000;
/** Many follow each other, and what a restless page loads for one of them goes on during the next. */
const SCROLL_REST_MS = 1_000;
/** For another page that it led to. */
const LOAD_MS = 20_000;

/** An action could not be done; the message names it and is written for the caller. */
export class ActionFailed extends Error {
  override readonly name = 'ActionFailed';
}

/** One after the other. Rejects with ActionFailed for the first that cannot be done. */
export async function runActions(
  surroundings: Omit<ActionScene, 'output'>,
  actions: readonly Action[],
): Promise<ActionOutput> {
  const output = new ActionOutput();
  const scene: ActionScene = { ...surroundings, output };
  const { signal } = scene;
  for (const [index, action] of actions.entries()) {
    try {
      await until(signal, step(scene, action));
    } catch (error) {
      signal.throwIfAborted();
      throw new ActionFailed(describe(index, action, error), { cause: error });
    }
    const mayStir = STIRRING.has(action.type) || scene.activity.isNavigating();
    const quietMs = action.type === 'scroll' ? SCROLL_REST_MS : REST_MS;
    if (mayStir) await smartWait(scene, { loadMs: LOAD_MS, quietMs }, signal);
  }
  return output;
}

function step<T extends Action['type']>(scene: ActionScene, action: Extract<Action, { type: T }>): Promise<void> {
  const run = steps[action.type as T] as ActionStep<T>;
  return run(scene, action);
}

/** Bytes of what a page may say about its own errors. */
const MAX_REASON = 500;

function describe(index: number, action: Action, error: unknown): string {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON);
  const selector = 'selector' in action ? action.selector : undefined;
  const where = selector === undefined || reason.includes(selector) ? '' : ` (selector ${selector})`;
  return `Action ${index + 1} (${action.type}) failed: ${reason}${where}`;
}
