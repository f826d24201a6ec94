import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { Figure, Problem } from '../../parts/basics';
import { formatCount, formatDuration } from '../../parts/format';
import { Tabs } from '../../parts/tabs';
import { AllJobs } from './all-jobs';
import { AuditLog } from './audit-log';
import { DeadEvents } from './dead-events';
import { type Metric, sumOf } from './parse-metrics';
import { loadMetrics } from './read-metrics';
import { Teams } from './teams';

const REFETCH_MS = 5_000;

const views = [
  { id: 'teams', label: 'Teams' },
  { id: 'jobs', label: 'Jobs of all teams' },
  { id: 'dead', label: 'Dead webhook events' },
  { id: 'audit', label: 'Audit log' },
];

export default function System() {
  const [selected, select] = useState('teams');
  return (
    <>
      <h1>System</h1>
      <State />
      <Tabs label="System" tabs={views} selected={selected} onSelect={select}>
        {selected === 'teams' && <Teams />}
        {selected === 'jobs' && <AllJobs />}
        {selected === 'dead' && <DeadEvents />}
        {selected === 'audit' && <AuditLog />}
      </Tabs>
    </>
  );
}

function State() {
  const metrics = useQuery({ queryKey: ['metrics'], queryFn: loadMetrics, refetchInterval: REFETCH_MS });
  if (metrics.data === undefined) return <Problem error={metrics.error} />;
  return (
    <>
      <dl class="figures">
        {figuresOf(metrics.data).map(([name, value]) => (
          <Figure key={name} name={name}>
            {value}
          </Figure>
        ))}
      </dl>
      <p class="hint">Figures of the process that serves this page. Dashboards show all processes.</p>
    </>
  );
}

/** Only figures that this process measures. */
function figuresOf(metrics: readonly Metric[]): [string, string][] {
  const count = (name: string, labels?: Record<string, string>) => {
    const sum = sumOf(metrics, name, labels);
    return sum === undefined ? undefined : formatCount(sum);
  };
  const seconds = (name: string, labels?: Record<string, string>) => {
    const sum = sumOf(metrics, name, labels);
    return sum === undefined ? undefined : formatDuration(1000 * sum);
  };
  const slots = (state: string) => count('orbweaver_render_slots', { resource: 'browser', state });
  const [used, free] = [slots('used'), slots('free')];
  const build = metrics.find(({ name }) => name === 'orbweaver_build_info')?.labels.version;
  const figures: [string, string | undefined][] = [
    ['version', build],
    ['running jobs', count('orbweaver_frontier_running_jobs')],
    ['waiting pages of jobs', count('orbweaver_pages_waiting', { lane: 'bulk' })],
    ['waiting scrapes', count('orbweaver_pages_waiting', { lane: 'interactive' })],
    ['oldest wait of jobs', seconds('orbweaver_oldest_wait_seconds', { lane: 'bulk' })],
    ['leased pages', count('orbweaver_pages_leased')],
    ['browser pages', used === undefined ? undefined : `${used} in use${free === undefined ? '' : `, ${free} free`}`],
    ['hosts in back-off', count('orbweaver_frontier_deferred_hosts')],
    ['consumer lag', count('orbweaver_kafka_consumer_lag')],
  ];
  return figures.filter((figure): figure is [string, string] => figure[1] !== undefined);
}
