import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { api, read, type Schemas } from '../../api/client';
import { usePages } from '../../api/pages-of';
import { Badge, Button, Empty, Loading, Problem, Wide } from '../../parts/basics';
import { counted, formatTime } from '../../parts/format';
import { useTitle } from '../../parts/use-title';
import { NewSchedule } from './new-schedule';

const REFETCH_MS = 5_000;

export default function Schedules() {
  useTitle('Schedules');
  const [version, setVersion] = useState(0);
  const [isCreating, setCreating] = useState(false);
  const schedules = usePages(
    ['schedules', version],
    async (after) => {
      const page = await read(api.GET('/v2/schedules', { params: { query: { after } } }));
      return { rows: page.schedules, next: page.next };
    },
    { refetchMs: REFETCH_MS },
  );
  const changed = () => setVersion((before) => before + 1);
  return (
    <>
      <div class="heading">
        <h1>Schedules</h1>
        <Button look="primary" aria-expanded={isCreating} onClick={() => setCreating(!isCreating)}>
          New schedule
        </Button>
      </div>
      {isCreating && (
        <NewSchedule
          onCreated={() => {
            setCreating(false);
            changed();
          }}
          onClose={() => setCreating(false)}
        />
      )}
      <Problem error={schedules.error} />
      {schedules.isPending && <Loading />}
      {!schedules.isPending && schedules.rows.length === 0 && (
        <Empty title="No schedules yet">
          <p>A schedule runs a crawl, batch or map by cron, and reports what changed.</p>
        </Empty>
      )}
      {schedules.rows.length > 0 && (
        <Wide label="Schedules of the team">
          <table class="pairs">
            <thead>
              <tr>
                <th scope="col">name</th>
                <th scope="col">operation</th>
                <th scope="col">cron</th>
                <th scope="col">next run</th>
                <th scope="col">last run</th>
                <th scope="col">actions</th>
              </tr>
            </thead>
            <tbody>
              {schedules.rows.map((schedule) => (
                <Row key={schedule.id} schedule={schedule} onChange={changed} />
              ))}
            </tbody>
          </table>
        </Wide>
      )}
    </>
  );
}

function Row({ schedule, onChange }: { schedule: Schemas['Schedule']; onChange: () => void }) {
  const { id, name, lastRun } = schedule;
  return (
    <tr>
      <th scope="row">
        <Link href={`/schedules/${id}`}>{name}</Link>
      </th>
      <td>{schedule.target.type}</td>
      <td>
        <code>{schedule.cron}</code> <span class="hint">{schedule.timezone}</span>
      </td>
      <td>
        <NextRun schedule={schedule} />
      </td>
      <td>{lastRun === null ? '–' : <RunResult run={lastRun} />}</td>
      <td>
        <ScheduleActions schedule={schedule} onChange={onChange} />
      </td>
    </tr>
  );
}

export function ScheduleActions({ schedule, onChange }: { schedule: Schemas['Schedule']; onChange: () => void }) {
  const { id, name, paused } = schedule;
  const path = { params: { path: { id } } };
  const pausing = useMutation({
    mutationFn: () => read(api.PATCH('/v2/schedules/{id}', { ...path, body: { paused: !paused } })),
    onSuccess: onChange,
  });
  const running = useMutation({
    mutationFn: () => read(api.POST('/v2/schedules/{id}/run', path)),
    onSuccess: onChange,
  });
  return (
    <>
      <div class="actions">
        <Button isBusy={running.isPending} aria-label={`Run now: ${name}`} onClick={() => running.mutate()}>
          Run now
        </Button>
        <Button
          isBusy={pausing.isPending}
          aria-label={`${paused ? 'Resume' : 'Pause'} ${name}`}
          onClick={() => pausing.mutate()}
        >
          {paused ? 'Resume' : 'Pause'}
        </Button>
      </div>
      <Problem error={running.error ?? pausing.error} />
    </>
  );
}

export function NextRun({ schedule }: { schedule: Schemas['Schedule'] }) {
  const { paused, nextRunAt, unplannableReason } = schedule;
  if (unplannableReason === null) return <>{paused ? 'paused' : formatTime(nextRunAt)}</>;
  return (
    <>
      none <span class="hint">{unplannableReason}</span>
    </>
  );
}

/** State and counts, such as `1 new · 2 changed`. */
export function RunResult({ run }: { run: Schemas['ScheduleRun'] }) {
  const { counts, error, isBaseline, status } = run;
  const shown = (['new', 'changed', 'removed', 'unknown'] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => `${counts[state]} ${state}`);
  const text =
    status !== 'completed' ? error : isBaseline ? `first run, ${counted(counts.new, 'page')}` : shown.join(' · ');
  return (
    <>
      <Badge state={status} /> <span class="hint">{text || (status === 'completed' ? 'no changes' : '')}</span>
    </>
  );
}
