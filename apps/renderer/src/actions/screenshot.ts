import { takeScreenshot } from '../browser/reading/take-screenshot';
import type { ActionStep } from './action-step';

export const screenshot: ActionStep<'screenshot'> = async ({ page, activity, output, signal }, action) => {
  const { image, warnings } = await takeScreenshot({ page, activity }, action, signal);
  output.warnings.push(...warnings);
  output.add('screenshots', image, image.length);
};
