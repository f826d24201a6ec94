import type { PaperFormat } from 'puppeteer-core';
import { until } from '../until';
import type { ActionStep } from './action-step';

export const pdf: ActionStep<'pdf'> = async ({ page, output, signal }, { landscape, scale, format }) => {
  if (scale < 0.1 || scale > 2) throw new Error(`the scale must be between 0.1 and 2, not ${scale}`);
  const printing = page.pdf({
    landscape,
    scale,
    format: format.toLowerCase() as PaperFormat,
    printBackground: true,
    timeout: 0,
  });
  const bytes = await until(signal, printing);
  const file = `data:application/pdf;base64,${Buffer.from(bytes).toString('base64')}`;
  output.add('pdfs', file, file.length);
};
