import type { Action } from '@orbweaver/core';
import type { CDPSession, Page } from 'puppeteer-core';
import type { PageActivity } from '../browser/reading/page-activity';
import type { ActionOutput } from './action-output';

export interface ActionScene {
  page: Page;
  session: CDPSession;
  activity: PageActivity;
  output: ActionOutput;
  /** Until the time of the page is over. */
  remainingMs(): number;
  /** Aborts when it is. */
  signal: AbortSignal;
}

/** Does one action. An error it throws is the caller's answer: its message must say what is wrong with the page or the action. */
export type ActionStep<T extends Action['type']> = (
  scene: ActionScene,
  action: Extract<Action, { type: T }>,
) => Promise<void>;
