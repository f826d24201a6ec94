import type { ActionStep } from './action-step';

export const scrape: ActionStep<'scrape'> = async ({ page, results }) => {
  results.scrapes.push({ url: page.url(), html: await page.content() });
};
