import { steps } from '@orbweaver/extraction';
import { parseWithParse5 } from './parse5-tree';
import type { Page } from './read-pages';
import { readFacts, type TreeFacts } from './tree-facts';
import { writeColumns } from './write-table';

type Fact = keyof TreeFacts;
const FACTS: readonly Fact[] = ['words', 'links', 'headings', 'places', 'linked'];

/** Kind of difference, most severe first. */
type Difference = 'missing' | 'additional' | 'other' | 'moved' | 'same';
const DIFFERENCES: readonly Difference[] = ['same', 'moved', 'additional', 'missing', 'other'];

interface Compared {
  page: string;
  fact: Fact;
  difference: Difference;
  /** Per cent of the standard's items that are missing in ours, and vice versa. */
  missing: number;
  additional: number;
  example: string;
}

/** Compares our tree with the HTML standard's (parse5), page by page: missing, additional and moved items. */
export function compareTrees(pages: readonly Page[], show: number): string {
  const compared = pages.flatMap((page) => comparePage(page));
  const rows = FACTS.map((fact) => {
    const of = compared.filter((each) => each.fact === fact);
    const shares = DIFFERENCES.map((difference) => of.filter((each) => each.difference === difference).length);
    const average = (of.reduce((sum, { missing }) => sum + missing, 0) / of.length).toFixed(3);
    const many = of.filter(({ missing, additional }) => missing > 1 || additional > 1).length;
    return [fact, ...shares.map((count) => percent(count, of.length)), percent(many, of.length), `${average} %`];
  });
  const header = ['', ...DIFFERENCES, 'more than 1 % of the page', 'missing on average'];
  const worst = compared
    .filter(({ difference }) => difference !== 'same')
    .sort((one, other) => other.missing + other.additional - one.missing - one.additional)
    .slice(0, show)
    .map(
      (each) =>
        `${each.page} ${each.fact} -${each.missing.toFixed(2)} % +${each.additional.toFixed(2)} %: ${each.example}`,
    );
  return `${pages.length} pages\n\n${writeColumns(header, rows)}\n${worst.map((line) => `\n${line}`).join('')}\n`;
}

function percent(count: number, all: number): string {
  return `${((100 * count) / all).toFixed(2)} %`;
}

function comparePage(page: Page): Compared[] {
  const charset = steps.detectCharset(page.body, { contentType: 'text/html', url: 'https://example.com/' });
  const text = steps.decodeText(page.body, charset);
  const ours = readFacts(steps.parseHtml(text));
  const standard = readFacts(parseWithParse5(text));
  return FACTS.map((fact) => ({ page: page.name, fact, ...compareLists(ours[fact], standard[fact]) }));
}

function compareLists(ours: string[], standard: string[]): Omit<Compared, 'page' | 'fact'> {
  const counts = new Map<string, number>();
  for (const item of standard) counts.set(item, (counts.get(item) ?? 0) + 1);
  for (const item of ours) counts.set(item, (counts.get(item) ?? 0) - 1);
  let missing = 0;
  let additional = 0;
  const examples: string[] = [];
  for (const [item, count] of counts) {
    if (count === 0) continue;
    if (count > 0) missing += count;
    else additional -= count;
    if (examples.length < 6) examples.push(`${count > 0 ? '-' : '+'}${JSON.stringify(item.slice(0, 60))}`);
  }
  const share = (count: number) => (100 * count) / Math.max(1, standard.length);
  return {
    difference: differenceOf(ours, standard, missing, additional),
    missing: share(missing),
    additional: share(additional),
    example: examples.join(' '),
  };
}

function differenceOf(ours: string[], standard: string[], missing: number, additional: number): Difference {
  if (missing > 0 && additional > 0) return 'other';
  if (missing > 0) return 'missing';
  if (additional > 0) return 'additional';
  return ours.every((item, index) => item === standard[index]) ? 'same' : 'moved';
}
