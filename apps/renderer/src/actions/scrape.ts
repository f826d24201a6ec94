import { readPageText } from '../browser/reading/read-page';
import type { ActionStep } from './action-step';

export const scrape: ActionStep<'scrape'> = async ({ page, output, signal }) => {
  const { url, html, warnings } = await readPageText(page, output.roomChars(), signal);
  output.warnings.push(...warnings);
  output.add('scrapes', { url, html }, html.length);
};
