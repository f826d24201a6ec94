import { drawBars } from './bar-chart';
import { type Check, type GoalFigure, isMet } from './checks/check';
import { rateBetween } from './checks/flat';
import { allMet, chooseChecks, runChecks, writeFindings } from './checks/run-checks';
import { writeReport } from './report';
import type { ContenderResult, RoundResult } from './rounds';
import { median, quantile } from './statistics';
import { ratioOf, summarise } from './summary';

const round = (pagesPerSecond: number, calibrationMs = 100): RoundResult => ({
  pages: 100,
  pagesPerSecond,
  cpuMsPerPage: 1000 / pagesPerSecond,
  parts: { 'service: main': 5 },
  peakMb: 200,
  calibrationMs,
});
const results: ContenderResult[] = [
  { name: 'fast', rounds: [round(90), round(30), round(40)] },
  { name: 'yardstick', rounds: [round(30), round(10), round(20)] },
  { name: 'absent', rounds: [], leftOut: 'no Java here' },
];

describe('figures', () => {
  it.each([
    [[3, 1, 2], 0.5, 2],
    [[4, 1, 3, 2], 0.5, 2.5],
    [[0, 10], 0.99, 9.9],
    [[7], 0.99, 7],
  ])('returns for %j, quantile %d, the value %d', (values, share, expected) => {
    expect(quantile(values, share)).toBeCloseTo(expected);
  });

  it('returns NaN as the median of no values', () => expect(median([])).toBeNaN());

  it('compares contenders within a round', () => {
    // 3, 3 and 2; the ratio of medians would be 40 / 20.
    expect(ratioOf(results, 'pagesPerSecond', ['fast', 'yardstick'])).toBe(3);
    expect(ratioOf(results, 'cpuMsPerPage', ['fast', 'yardstick'])).toBeCloseTo(1 / 3);
    expect(ratioOf(results, 'pagesPerSecond', ['absent', 'yardstick'])).toBeUndefined();
    expect(summarise(results, 'nobody')[0]?.ratio).toBeNaN();
  });

  it('reports omitted contenders with the reason', () => {
    const contenders = results.map(({ name }) => ({ name, does: 'this', leavesOut: 'that', start: jest.fn() }));
    const report = writeReport(contenders, results, 'yardstick');
    expect(report).toMatch(/^\| +\| pages\/s .*\n\| -+ \|.*\n\| fast +\| +40\.0 \| +3\.00 /);
    expect(report).toContain('- absent: this. Omits: that. NOT MEASURED in this run: no Java here');
  });

  it('draws the longest bar for the best and escapes text', () => {
    const svg = drawBars('Pages & more', [
      { label: '<ours>', value: 50, isOurs: true },
      { label: 'other', value: 25, isOurs: false },
    ]);
    const widths = [...svg.matchAll(/<rect [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width));
    expect(widths[0]).toBeCloseTo(2 * (widths[1] ?? 0));
    expect(svg).toContain('&lt;ours&gt;');
    expect(svg).toContain('Pages &amp; more');
  });
});

describe('checks', () => {
  const verdict = (figure: number, goal: GoalFigure['goal']): GoalFigure => ({ what: 'it', figure, unit: 'ms', goal });
  const check = (name: string, run: Check['run']): Check => ({ name, run });
  const context = { say: () => undefined } as never;

  it.each([
    [3, { atLeast: 3 }, true],
    [2.9, { atLeast: 3 }, false],
    [4, { atMost: 4 }, true],
    [4.1, { atMost: 4 }, false],
    [Number.NaN, { atMost: 4 }, false],
  ])('reports %d against %j as met: %s', (figure, goal, expected) => {
    expect(isMet(verdict(figure, goal))).toBe(expected);
  });

  it('continues after a failed check and counts unmeasured goals as missed', async () => {
    const each: string[] = [];
    const found = await runChecks(
      [
        check('broken', () => Promise.reject(new Error('no service'))),
        check('sound', async () => [verdict(1, { atMost: 2 })]),
      ],
      context,
      (ofCheck) => each.push(...ofCheck.map((one) => one.check)),
    );
    expect(each).toEqual(['broken', 'sound']);
    expect(writeFindings(found)).toMatch(/broken .* not measured .*failed: no service[\s\S]*sound .* met /);
    expect(allMet(found)).toBe(false);
    expect(allMet(found.slice(1))).toBe(true);
  });

  it('chooses checks by name; an unknown name lists the known ones', () => {
    const all = ['one', 'two'].map((name) => check(name, async () => []));
    expect(chooseChecks(all, 'two').map(({ name }) => name)).toEqual(['two']);
    expect(chooseChecks(all, '')).toHaveLength(2);
    expect(() => chooseChecks(all, 'one,three')).toThrow('unknown check three; checks: one, two');
  });

  it('computes rates between the nearest samples', () => {
    const seen = [0, 100, 210, 400].map((pages, index) => ({ pages, ms: index * 1000 }));
    expect(rateBetween(seen, 90, 220)).toBe(110);
  });
});
