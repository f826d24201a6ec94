import type { Action } from '@orbweaver/core';
import type { CDPSession, Page } from 'puppeteer-core';
import type { PageActivity } from '../browser/reading/page-activity';
import type { ActionOutput } from './action-output';

export interface ActionScene {
  page: Page;
  session: CDPSession;
  activity: PageActivity;
  output: ActionOutput;
  remainingMs(): number;
  signal: AbortSignal;
}

/** Performs one action. The message of a thrown error is shown to the caller. */
export type ActionStep<T extends Action['type']> = (
  scene: ActionScene,
  action: Extract<Action, { type: T }>,
) => Promise<void>;
