import type { PaperFormat } from 'puppeteer-core';
import type { ActionStep } from './action-step';

export const pdf: ActionStep<'pdf'> = async ({ page, results }, { landscape, scale, format }) => {
  const bytes = await page.pdf({
    landscape,
    scale,
    format: format.toLowerCase() as PaperFormat,
    printBackground: true,
    timeout: 0,
  });
  results.pdfs.push(`data:application/pdf;base64,${Buffer.from(bytes).toString('base64')}`);
};
