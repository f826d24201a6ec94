import { useQuery } from '@tanstack/preact-query';
import { useMemo, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { api, read } from '../../api/client';
import type { LiveProgress } from '../../api/follow-job';
import { Badge, Figure, Loading, Problem } from '../../parts/basics';
import { Chart, type Series } from '../../parts/chart';
import { inConsoleWords } from '../../parts/console-words';
import { counted, formatCount, formatDuration, formatTime } from '../../parts/format';
import { jobTitle, type ListedJob } from '../../parts/job-row';
import { Tabs } from '../../parts/tabs';
import { useTitle } from '../../parts/use-title';
import { Explain } from './explain';
import { JobActions } from './job-actions';
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
  const overview = useOverview(id);
  return (
    <>
      <Heading id={id} overview={overview} state={progress?.status} />
      <Problem error={job.error} />
      {progress === undefined && job.error === undefined && <Loading />}
      {progress !== undefined && (
        <>
          <Overview job={job} />
          <JobActions id={id} overview={overview} hasEnded={hasEnded} failed={progress.urls.failed} />
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

interface HeadingProps {
  id: string;
  overview: ListedJob | undefined;
  state: string | undefined;
}

function Heading({ id, overview, state }: HeadingProps) {
  const title = overview === undefined ? 'Job' : jobTitle(overview);
  useTitle(title);
  return (
    <>
      <div class="heading">
        <h1>{title}</h1>
        <span aria-live="polite">{state !== undefined && <Badge state={state} />}</span>
      </div>
      <p class="hint id">
        Job <code>{id}</code>
      </p>
    </>
  );
}

/** The list of jobs contains what the progress of a job does not: its kind and its URLs. */
function useOverview(id: string): ListedJob | undefined {
  const found = useQuery({
    queryKey: ['overview', id],
    queryFn: () => read(api.GET('/v2/jobs', { params: { query: { search: id } } })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return found.data?.jobs.find((job) => job.id === id);
}

const parts = ['done', 'failed', 'leased'] as const;

/** Parts of the known pages, in the colours of their states. */
function Progress(urls: LiveProgress['urls']) {
  const known = Math.max(1, urls.done + urls.failed + urls.queued + urls.leased);
  const ended = urls.done + urls.failed;
  const text = `${formatCount(urls.done)} done, ${formatCount(urls.failed)} failed of ${counted(known, 'page')}`;
  return (
    <div
      class="progress"
      role="progressbar"
      aria-label="Progress"
      aria-valuemin={0}
      aria-valuemax={known}
      aria-valuenow={ended}
      aria-valuetext={text}
      title={text}
    >
      {parts.map((state) => (
        <span key={state} class={state} style={{ width: `${(100 * urls[state]) / known}%` }} />
      ))}
    </div>
  );
}

function Overview({ job: { progress, hasEnded } }: { job: WatchedJob }) {
  const { status, urls, creditsUsed, createdAt, completedAt, duration, expiresAt, error, warning } = progress!;
  const seconds = duration ?? (Date.now() - Date.parse(createdAt)) / 1000;
  return (
    <section aria-label="Overview">
      {!hasEnded && status === 'cancelled' && <p>Pages that are being scraped still finish.</p>}
      <Progress {...urls} />
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
      {warning !== undefined && <p class="notice">{inConsoleWords(warning)}</p>}
    </section>
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
