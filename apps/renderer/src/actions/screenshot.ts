import { takeScreenshot } from '../browser/take-screenshot';
import type { ActionStep } from './action-step';

export const screenshot: ActionStep<'screenshot'> = async ({ page, results }, action) => {
  results.screenshots.push(await takeScreenshot(page, action));
};
