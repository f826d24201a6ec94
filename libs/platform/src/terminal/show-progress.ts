import type { Registry } from 'prom-client';
import type { Terminal } from './terminal';

/** Set by renderers, read by other services of the same process. */
export const RENDER_SLOTS_METRIC = 'orbweaver_render_slots';

const PERIOD_MS = 1000;
/** Maximum delay of the sweep's metrics. */
const SWEEP_LAG_MS = 5000;
const RATE_SAMPLES = 6;

interface Sample {
  at: number;
  pages: number;
}

/**
 * Shows one progress line while jobs run. The figures are the services' metrics; those of the frontier's sweep may be a
 * second old.
 */
export function showProgress(terminal: Terminal, metrics: Registry, stopping: AbortSignal): void {
  const { line } = terminal;
  if (line === undefined) return;
  const running = new Set<string>();
  let endedAt = Number.NEGATIVE_INFINITY;
  let knownAt = Number.NEGATIVE_INFINITY;
  let before: { done: number; failed: number } | undefined;
  let samples: Sample[] = [];

  const renew = async () => {
    const done = await read(metrics, 'orbweaver_pages_stored_total', { state: 'done' });
    const failed = await read(metrics, 'orbweaver_pages_stored_total', { state: 'failed' });
    const measured = await read(metrics, 'orbweaver_frontier_running_jobs');
    if (measured > 0) knownAt = performance.now();
    // Removes jobs whose end another process logged.
    if (performance.now() - knownAt > SWEEP_LAG_MS) running.clear();
    // Jobs of an earlier process are only in the frontier's metrics.
    const swept = performance.now() - endedAt < SWEEP_LAG_MS ? 0 : measured;
    const jobs = Math.max(running.size, swept);
    if (stopping.aborted) return;
    if (jobs === 0) {
      before = undefined;
      samples = [];
      return line.show('');
    }
    before ??= { done, failed };
    const base = before;
    samples = [...samples.slice(1 - RATE_SAMPLES), { at: performance.now(), pages: done + failed }];
    const waiting = await read(metrics, 'orbweaver_pages_waiting', { lane: 'bulk' });
    const renders = await read(metrics, RENDER_SLOTS_METRIC, { resource: 'browser', state: 'used' });
    if (stopping.aborted || before !== base) return;
    const figures = [
      `${jobs} ${jobs === 1 ? 'job' : 'jobs'}`,
      `${done - base.done} pages done`,
      `${waiting} waiting`,
      `${failed - base.failed} failed`,
      `${rateOf(samples).toFixed(1)} pages/s`,
      `${renders} in the browser`,
    ];
    line.show(`  ${figures.join(' · ')}`);
  };

  const look = () => void renew().catch(() => undefined);

  terminal.onJob((event, jobId) => {
    if (event === 'job-started') {
      running.add(jobId);
      knownAt = performance.now();
    } else {
      running.delete(jobId);
      endedAt = performance.now();
    }
    if (before === undefined || running.size === 0) look();
  });
  const timer = setInterval(look, PERIOD_MS).unref();
  stopping.addEventListener(
    'abort',
    () => {
      clearInterval(timer);
      line.show('');
    },
    { once: true },
  );
}

function rateOf(samples: readonly Sample[]): number {
  const [first, last] = [samples[0]!, samples.at(-1)!];
  return last.at === first.at ? 0 : ((last.pages - first.pages) * 1000) / (last.at - first.at);
}

async function read(metrics: Registry, name: string, labels: Record<string, string> = {}): Promise<number> {
  const values = (await metrics.getSingleMetric(name)?.get())?.values ?? [];
  return values
    .filter((value) =>
      Object.entries(labels).every(([label, text]) => (value.labels as Record<string, unknown>)[label] === text),
    )
    .reduce((sum, { value }) => sum + value, 0);
}
