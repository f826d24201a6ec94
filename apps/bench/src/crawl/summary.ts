import type { ContenderResult, RoundResult } from './rounds';
import { median } from './statistics';

export interface ContenderSummary {
  name: string;
  pagesPerSecond: number;
  /** Pages per second relative to the yardstick in the same round; NaN without it. */
  ratio: number;
  cpuMsPerPage: number;
  /** CPU time per page in hundredths of the calibration loop: comparable between machines. */
  cpuCalibrated: number;
  peakMb: number;
  parts: Record<string, number>;
  counters?: NonNullable<RoundResult['counters']>;
}

/** Contenders with figures. Ratios are medians of the ratios of each round. */
export function summarise(results: readonly ContenderResult[], yardstick: string): ContenderSummary[] {
  const base = results.find(({ name }) => name === yardstick)?.rounds ?? [];
  return results
    .filter(({ rounds }) => rounds.length > 0)
    .map(({ name, rounds }) => {
      const of = (value: (round: RoundResult) => number) => median(rounds.map(value));
      const ratios = rounds.flatMap((round, index) => {
        const other = base[index];
        return other === undefined ? [] : [round.pagesPerSecond / other.pagesPerSecond];
      });
      const partNames = [...new Set(rounds.flatMap(({ parts }) => Object.keys(parts)))];
      const counters = rounds.at(-1)?.counters;
      return {
        name,
        pagesPerSecond: of((round) => round.pagesPerSecond),
        ratio: median(ratios),
        cpuMsPerPage: of((round) => round.cpuMsPerPage),
        cpuCalibrated: of((round) => (100 * round.cpuMsPerPage) / round.calibrationMs),
        peakMb: of((round) => round.peakMb),
        parts: Object.fromEntries(partNames.map((part) => [part, of(({ parts }) => parts[part] ?? 0)])),
        ...(counters === undefined ? {} : { counters }),
      };
    });
}

/** Median over rounds of the ratio of a figure of two contenders; undefined unless both ran. */
export function ratioOf(
  results: readonly ContenderResult[],
  figure: 'pagesPerSecond' | 'cpuMsPerPage',
  [name, other]: readonly [string, string],
): number | undefined {
  const [one, base] = [name, other].map((wanted) => results.find((result) => result.name === wanted)?.rounds ?? []);
  const ratios = (one ?? []).flatMap((round, index) => {
    const beside = base?.[index];
    return beside === undefined ? [] : [round[figure] / beside[figure]];
  });
  return ratios.length === 0 ? undefined : median(ratios);
}
