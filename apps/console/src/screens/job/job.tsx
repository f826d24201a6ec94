import { useMutation } from '@tanstack/preact-query';
import { useMemo, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { useLocation } from 'wouter-preact';
import { api, read } from '../../api/client';
import { download } from '../../api/download';
import { Badge, Button, Figure, Loading, Problem } from '../../parts/basics';
import { Chart, type Series } from '../../parts/chart';
import { formatCount, formatDuration, formatTime } from '../../parts/format';
import { Tabs } from '../../parts/tabs';
import { RunWithChanges } from '../playground/run-with-changes';
import { Explain } from './explain';
import { PagesList } from './pages-list';
import { type ProgressSample, ratesOf } from './samples';
import { Reasons, SiteTree } from './site';
import { useJob, type WatchedJob } from './use-job';

const views = [
  { id: 'pages', label: 'Pages' },
  { id: 'site', label: 'Site' },
  { id: 'reasons', label: 'Skips and failures' },
  { id: 'explain', label: 'Explain a URL' },
];

export default function Job({ params: { id } }: { params: { id: string } }) {
  const job = useJob(id);
  const [selected, select] = useState('pages');
  const { progress, hasEnded } = job;
  return (
    <>
      <h1 class="id">
        Job <code>{id}</code>
      </h1>
      <Problem error={job.error} />
      {progress === undefined && job.error === undefined && <Loading />}
      {progress !== undefined && (
        <>
          <Overview job={job} />
          <Actions id={id} hasEnded={hasEnded} failed={progress.urls.failed} />
          {!hasEnded && <Charts samples={job.samples} />}
          <Tabs label="Job" tabs={views} selected={selected} onSelect={select}>
            {selected === 'pages' && <PagesList jobId={id} hasEnded={hasEnded} />}
            {selected === 'site' && <SiteTree jobId={id} version={hasEnded} />}
            {selected === 'reasons' && <Reasons jobId={id} version={hasEnded} />}
            {selected === 'explain' && <Explain jobId={id} />}
          </Tabs>
        </>
      )}
    </>
  );
}

function Overview({ job: { progress, hasEnded } }: { job: WatchedJob }) {
  const { status, urls, creditsUsed, createdAt, completedAt, duration, expiresAt, error, warning } = progress!;
  const known = urls.done + urls.failed + urls.queued + urls.leased;
  const seconds = duration ?? (Date.now() - Date.parse(createdAt)) / 1000;
  return (
    <section aria-label="Overview">
      <p aria-live="polite">
        <Badge state={status} />
        {!hasEnded && status === 'cancelled' && ' Pages that are being scraped still finish.'}
      </p>
      <progress max={Math.max(known, 1)} value={urls.done + urls.failed} aria-label="Progress" />
      <dl class="figures">
        <Figure name="done">{formatCount(urls.done)}</Figure>
        <Figure name="failed">{formatCount(urls.failed)}</Figure>
        <Figure name="waiting">{formatCount(urls.queued)}</Figure>
        <Figure name="in progress">{formatCount(urls.leased)}</Figure>
        <Figure name="skipped">{formatCount(urls.skipped)}</Figure>
        <Figure name="credits">{formatCount(creditsUsed)}</Figure>
        <Figure name="duration">{formatDuration(seconds * 1000)}</Figure>
        <Figure name="started">{formatTime(createdAt)}</Figure>
        {completedAt !== undefined && <Figure name="ended">{formatTime(completedAt)}</Figure>}
        <Figure name="expires">{formatTime(expiresAt)}</Figure>
      </dl>
      {error !== undefined && <Problem error={error} />}
      {warning !== undefined && <p class="notice">{warning}</p>}
    </section>
  );
}

function Actions({ id, hasEnded, failed }: { id: string; hasEnded: boolean; failed: number }) {
  const [, navigate] = useLocation();
  const path = { params: { path: { id } } };
  const cancelling = useMutation({ mutationFn: () => read(api.DELETE('/v2/crawl/{id}', path)) });
  const retrying = useMutation({
    mutationFn: () => read(api.POST('/v2/jobs/{id}/retry', path)),
    onSuccess: ({ id: newId }) => navigate(`/jobs/${newId}`),
  });
  const retryingFailed = useMutation({
    mutationFn: () => read(api.POST('/v2/jobs/{id}/retry-failed', path)),
    onSuccess: ({ id: newId }) => navigate(`/jobs/${newId}`),
  });
  const exporting = useMutation({
    mutationFn: (format: string) =>
      download(`/v2/crawl/${id}/export?format=${format}`, `${id}.${format === 'jsonl' ? 'jsonl' : format}`),
  });
  return (
    <>
      <div class="actions">
        {hasEnded ? (
          <Button isBusy={retrying.isPending} onClick={() => retrying.mutate()}>
            Run again
          </Button>
        ) : (
          <Button look="danger" isBusy={cancelling.isPending} onClick={() => cancelling.mutate()}>
            Cancel
          </Button>
        )}
        {hasEnded && failed > 0 && (
          <Button isBusy={retryingFailed.isPending} onClick={() => retryingFailed.mutate()}>
            Retry {formatCount(failed)} failed {failed === 1 ? 'page' : 'pages'}
          </Button>
        )}
        <RunWithChanges jobId={id} />
        {['jsonl', 'zip', 'warc'].map((format) => (
          <Button key={format} isBusy={exporting.isPending} onClick={() => exporting.mutate(format)}>
            Export {format}
          </Button>
        ))}
      </div>
      <Problem error={cancelling.error ?? retrying.error ?? retryingFailed.error ?? exporting.error} />
    </>
  );
}

const rateSeries: readonly Series[] = [{ label: 'pages/s', colour: '--accent' }];
const queueSeries: readonly Series[] = [
  { label: 'waiting', colour: '--queued' },
  { label: 'failed', colour: '--failed' },
];

function Charts({ samples }: { samples: readonly ProgressSample[] }) {
  const [rates, queues] = useMemo((): uPlot.AlignedData[] => {
    const seconds = samples.map((sample) => sample.seconds);
    return [
      [seconds, ratesOf(samples)],
      [seconds, samples.map(({ queued }) => queued), samples.map(({ failed }) => failed)],
    ];
  }, [samples]);
  return (
    <div class="charts">
      <Chart title="Pages per second" series={rateSeries} data={rates!} />
      <Chart title="Waiting and failed pages" series={queueSeries} data={queues!} />
    </div>
  );
}
