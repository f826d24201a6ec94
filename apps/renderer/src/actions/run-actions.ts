import type { Action } from '@orbweaver/core';
import { smartWait } from '../browser/smart-wait';
import { until } from '../until';
import type { ActionResults, ActionScene, ActionStep } from './action-step';
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
const STIRRING: ReadonlySet<Action['type']> = new Set(['click', 'press', 'executeJavascript']);
const AFTERWARDS_MS = 2_000;

/** An action could not be done; the message names it and is written for the caller. */
export class ActionFailed extends Error {
  override readonly name = 'ActionFailed';
}

export async function runActions(
  scene: Omit<ActionScene, 'results'>,
  actions: readonly Action[],
): Promise<ActionResults> {
  const results: ActionResults = { screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] };
  for (const [index, action] of actions.entries()) {
    try {
      await until(scene.signal, step({ ...scene, results }, action));
    } catch (error) {
      scene.signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      throw new ActionFailed(`Action ${index + 1} (${action.type}) failed: ${reason}`, { cause: error });
    }
    if (STIRRING.has(action.type)) await smartWait(scene.page, AFTERWARDS_MS, scene.signal);
  }
  return results;
}

function step<T extends Action['type']>(scene: ActionScene, action: Extract<Action, { type: T }>): Promise<void> {
  const run = steps[action.type as T] as ActionStep<T>;
  return run(scene, action);
}
