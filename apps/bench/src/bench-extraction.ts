import { steps } from '@orbweaver/extraction';
import { type BenchPage, CONTENDERS, YARDSTICK } from './contenders';
import { type Figure, measure } from './measure';
import type { Page } from './read-pages';
import { spreadOf } from './stopwatch';
import { writeColumns } from './write-table';

/** Measures the contenders whose names match `only`, and reports their costs relative to the yardstick. */
export async function benchExtraction(
  pages: readonly Page[],
  options: { rounds: number; warmUpPages: number; only: RegExp },
): Promise<string> {
  const contenders = CONTENDERS.filter(({ name }) => name === YARDSTICK || options.only.test(name));
  const figures = await measure(pages.map(decode), contenders, options);
  const sizes = spreadOf(pages.map(({ body }) => body.byteLength / 1024));
  const heading = `${pages.length} pages, ${sizes.p50.toFixed(0)} KB in the middle, ${sizes.worst.toFixed(0)} KB at most; CPU milliseconds a page, ${options.rounds} rounds.`;
  const rows = [...figures].sort((one, other) => one.name.localeCompare(other.name)).map(rowOf);
  return `${heading}\n\n${writeColumns(['', 'ratio', 'mean', 'p50', 'p95', 'worst', 'worst page', 'failed'], rows)}\n`;
}

function rowOf({ name, ratio, cost, worstPage, failures }: Figure): string[] {
  const inTime = [cost.mean, cost.p50, cost.p95, cost.worst].map((ms) => ms.toFixed(2));
  return [name, ratio.toFixed(3), ...inTime, worstPage, String(failures)];
}

/** Input of contenders that take text. */
function decode(page: Page): BenchPage {
  const url = `https://example.com/${page.name}`;
  const charset = steps.detectCharset(page.body, { contentType: 'text/html', url });
  return { ...page, url, text: steps.decodeText(page.body, charset) };
}
