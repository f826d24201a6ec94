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

/** After these actions the page may load more or be replaced. */
const STIRRING: ReadonlySet<Action['type']> = new Set(['click', 'press', 'scroll', 'executeJavascript']);
/** How long the page may take to come to rest after an action. */
const REST_MS = 2_000;
/** How long it may take when another action follows: the page's loading goes on during that one. */
const SCROLL_REST_MS = 1_000;
/** How long a page that an action led to may take to load. */
const LOAD_MS = 20_000;

/** An action failed. The message names the action and is shown to the caller. */
export class ActionFailed extends Error {
  override readonly name = 'ActionFailed';
}

/** Runs the actions in order. Rejects with ActionFailed for the first that fails. */
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

/** Limits what a page may write into an error message, in bytes. */
const MAX_REASON = 500;

function describe(index: number, action: Action, error: unknown): string {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON);
  const selector = 'selector' in action ? action.selector : undefined;
  const where = selector === undefined || reason.includes(selector) ? '' : ` (selector ${selector})`;
  return `Action ${index + 1} (${action.type}) failed: ${reason}${where}`;
}
