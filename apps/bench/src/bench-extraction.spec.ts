import { benchExtraction } from './bench-extraction';
import { compareTrees } from './compare-trees';
import { CONTENDERS, YARDSTICK } from './contenders';
import { makePages } from './make-pages';
import type { Page } from './read-pages';

const pages = makePages(3);

describe('the benchmark', () => {
  it('generates the same pages on each call', () => {
    const texts = (made: Page[]) => made.map(({ body }) => Buffer.from(body).toString());
    expect(texts(makePages(3))).toEqual(texts(pages));
  });

  it('measures every contender without failures', async () => {
    const report = await benchExtraction(pages, { rounds: 1, warmUpPages: 2, only: /./ });
    const rows = report.split('\n').filter((line) => line.startsWith('| '));
    const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
    for (const { name } of CONTENDERS) {
      const row = cells.find(([, first]) => first === name);
      expect(Number(row?.[2])).toBeGreaterThan(0);
      expect(row?.at(-2)).toBe('0');
    }
    expect(cells.find(([, first]) => first === YARDSTICK)?.[2]).toBe('1.000');
  });

  it("finds no difference between our tree and the standard's for well-formed pages", () => {
    expect(compareTrees(pages, 5)).toMatch(/words *\| 100\.00 %[\s\S]*links *\| 100\.00 %[\s\S]*places *\| 100\.00 %/);
  });
});
