import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { Link, useLocation, useParams } from 'wouter-preact';
import { api, read, type Schemas } from '../../api/client';
import { usePages } from '../../api/pages-of';
import { Badge, Button, Figure, Loading, OutLink, Problem, Wide } from '../../parts/basics';
import { formatTime } from '../../parts/format';
import { Json } from '../../parts/source';
import { useTitle } from '../../parts/use-title';
import { VirtualList } from '../../parts/virtual-list';
import { Choice } from '../jobs/jobs';
import { NextRun, RunResult, ScheduleActions } from './schedules';

const REFETCH_MS = 3_000;

export default function Schedule() {
  const { id = '' } = useParams<{ id: string }>();
  const path = { params: { path: { id } } };
  const cache = useQueryClient();
  const changed = () =>
    Promise.all(['schedule', 'schedule-runs'].map((name) => cache.invalidateQueries({ queryKey: [name, id] })));
  const found = useQuery({
    queryKey: ['schedule', id],
    queryFn: () => read(api.GET('/v2/schedules/{id}', path)),
    refetchInterval: REFETCH_MS,
  });
  const runs = usePages(
    ['schedule-runs', id],
    async (after) => {
      const page = await read(
        api.GET('/v2/schedules/{id}/runs', { params: { path: { id }, query: { after, limit: 50 } } }),
      );
      return { rows: page.runs, next: page.next };
    },
    { refetchMs: REFETCH_MS },
  );
  const [opened, open] = useState<string>();
  const schedule = found.data?.schedule;
  useTitle(schedule?.name ?? 'Schedule');
  const run = runs.rows.find((one) => one.id === opened);
  return (
    <>
      <div class="heading">
        <h1>{schedule?.name ?? 'Schedule'}</h1>
        {schedule !== undefined && <DeleteButton id={id} />}
      </div>
      <Problem error={found.error ?? runs.error} />
      {found.isPending && <Loading />}
      {schedule !== undefined && (
        <>
          <dl class="figures">
            <Figure name="operation">{schedule.target.type}</Figure>
            <Figure name="cron">
              {schedule.cron} ({schedule.timezone})
            </Figure>
            <Figure name="next run">
              <NextRun schedule={schedule} />
            </Figure>
            <Figure name="webhook">{schedule.webhook?.url ?? '–'}</Figure>
          </dl>
          <ScheduleActions schedule={schedule} onChange={() => void changed()} />
          <details>
            <summary>Request</summary>
            <Json value={schedule.target.request} fileName={`${id}.json`} />
          </details>
        </>
      )}
      <h2>Runs</h2>
      {runs.rows.length === 0 && !runs.isPending && <p class="hint">No runs yet.</p>}
      {runs.rows.length > 0 && (
        <Wide label="Runs of the schedule">
          <table class="pairs">
            <thead>
              <tr>
                <th scope="col">planned</th>
                <th scope="col">result</th>
                <th scope="col">started</th>
                <th scope="col">job</th>
              </tr>
            </thead>
            <tbody>
              {runs.rows.map((one) => (
                <tr key={one.id}>
                  <th scope="row">
                    <button type="button" class="link" onClick={() => open(one.id)}>
                      {formatTime(one.plannedAt)}
                    </button>
                  </th>
                  <td>
                    <RunResult run={one} />
                  </td>
                  <td>{formatTime(one.startedAt)}</td>
                  <td>{one.jobId === null ? '–' : <Link href={`/jobs/${one.jobId}`}>job</Link>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Wide>
      )}
      {run !== undefined && <OpenedRun key={run.id} run={run} onClose={() => open(undefined)} />}
    </>
  );
}

const states = [
  'new',
  'changed',
  'removed',
  'unknown',
  'same',
] as const satisfies readonly Schemas['SchedulePageState'][];

/** The pages of a run by state. */
function OpenedRun({ run, onClose }: { run: Schemas['ScheduleRun']; onClose: () => void }) {
  const { id: runId, scheduleId: id } = run;
  const [state, setState] = useState<Schemas['SchedulePageState']>();
  const pages = usePages(['schedule-run', runId, run.status, state], async (after) => {
    const page = await read(
      api.GET('/v2/schedules/{id}/runs/{runId}', { params: { path: { id, runId }, query: { state, after } } }),
    );
    return { rows: page.pages, next: page.next };
  });
  return (
    <section class="opened" aria-label="Run">
      <div class="heading">
        <h2>{formatTime(run.plannedAt)}</h2>
        <Button onClick={onClose}>Close</Button>
      </div>
      <div class="filters">
        <Choice label="State" options={states} value={state} onChange={setState} />
      </div>
      <Problem error={pages.error} />
      {pages.isPending && <Loading />}
      {!pages.isPending && pages.rows.length === 0 && (
        <p class="hint">No pages to show. URLs are kept for the last two completed runs.</p>
      )}
      {pages.rows.length > 0 && (
        <VirtualList
          label="Pages of the run"
          rows={pages.rows}
          rowHeight={40}
          keyOf={({ url, state: of }) => `${of} ${url}`}
          render={(page) => (
            <div class="page-row">
              <Badge state={page.state} />
              <OutLink href={page.url} />
            </div>
          )}
          onEnd={pages.more}
        />
      )}
    </section>
  );
}

/** Requires a confirmation, because the runs are deleted too. */
function DeleteButton({ id }: { id: string }) {
  const [isAsking, setAsking] = useState(false);
  const [, navigate] = useLocation();
  const deleting = useMutation({
    mutationFn: () => read(api.DELETE('/v2/schedules/{id}', { params: { path: { id } } })),
    onSuccess: () => navigate('/schedules'),
  });
  if (!isAsking) {
    return (
      <Button look="danger" onClick={() => setAsking(true)}>
        Delete
      </Button>
    );
  }
  return (
    <span class="actions">
      <Button look="danger" isBusy={deleting.isPending} onClick={() => deleting.mutate()}>
        Delete with all runs
      </Button>
      <Button onClick={() => setAsking(false)}>Keep</Button>
      <Problem error={deleting.error} />
    </span>
  );
}
