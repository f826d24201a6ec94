import { cpus } from 'node:os';
import { writeColumns } from '../write-table';
import type { Contender } from './contenders/contender';
import type { ContenderResult } from './rounds';
import { median } from './statistics';
import { type ContenderSummary, summarise } from './summary';

/** Parts below this CPU time per page are omitted. */
const LEAST_PART_MS = 0.05;

export function describeMachine(versions: Record<string, string>): string {
  const models = [...new Set(cpus().map(({ model }) => model.trim()))].join(', ');
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `${cpus().length} cores (${models}), Node.js ${process.versions.node}, ${named.join(', ')}.`;
}

/** The tables of a run in Markdown. */
export function writeReport(contenders: readonly Contender[], results: readonly ContenderResult[], yardstick: string) {
  const summaries = summarise(results, yardstick);
  const calibrations =
    results.find(({ rounds }) => rounds.length > 0)?.rounds.map((round) => round.calibrationMs) ?? [];
  return [
    writeRates(summaries),
    `Calibration before each round: ${calibrations.map((ms) => ms.toFixed(0)).join(', ')} ms (median ${median(calibrations).toFixed(0)}). "Calibrated" is the CPU time per page in hundredths of it.`,
    writeParts(summaries),
    writeCounters(summaries),
    writeLegend(contenders, results),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function writeRates(summaries: readonly ContenderSummary[]): string {
  const header = ['', 'pages/s', 'ratio', 'CPU ms per page', 'calibrated', 'MB at most'];
  const rows = [...summaries]
    .sort((one, other) => other.pagesPerSecond - one.pagesPerSecond)
    .map((summary) => [
      summary.name,
      summary.pagesPerSecond.toFixed(1),
      Number.isNaN(summary.ratio) ? '–' : summary.ratio.toFixed(2),
      summary.cpuMsPerPage.toFixed(1),
      summary.cpuCalibrated.toFixed(1),
      summary.peakMb.toFixed(0),
    ]);
  return writeColumns(header, rows);
}

function writeParts(summaries: readonly ContenderSummary[]): string {
  const rows = summaries.flatMap(({ name, parts }) =>
    Object.entries(parts)
      .filter(([, ms]) => ms >= LEAST_PART_MS)
      .sort(([, one], [, other]) => other - one)
      .map(([part, ms]) => [`${name}, ${part}`, ms.toFixed(2)]),
  );
  return rows.length === 0 ? '' : writeColumns(['CPU by part', 'ms per page'], rows);
}

function writeCounters(summaries: readonly ContenderSummary[]): string {
  const rows = summaries.flatMap(({ name, counters }) =>
    counters === undefined
      ? []
      : [
          [
            name,
            counters.statements.toFixed(2),
            counters.transactions.toFixed(2),
            counters.rowsRead.toFixed(0),
            counters.rowsWritten.toFixed(1),
            (counters.walBytes / 1024).toFixed(1),
          ],
        ],
  );
  const header = ['Postgres, per page', 'statements', 'transactions', 'rows read', 'rows written', 'KB of WAL'];
  return rows.length === 0 ? '' : writeColumns(header, rows);
}

function writeLegend(contenders: readonly Contender[], results: readonly ContenderResult[]): string {
  return contenders
    .map(({ name, does, leavesOut }) => {
      const missing = results.find((result) => result.name === name)?.leftOut;
      return `- ${name}: ${does}. Omits: ${leavesOut}.${missing === undefined ? '' : ` NOT MEASURED in this run: ${missing}`}`;
    })
    .join('\n');
}
