import { useQuery } from '@tanstack/preact-query';
import { api, read } from '../../api/client';
import { Figure, Loading, Problem, Table } from '../../parts/basics';
import { formatCount, formatDuration, formatTime } from '../../parts/format';

const REFETCH_MS = 5_000;

/** The whole installation, as far as this process knows it. */
export function State() {
  const found = useQuery({
    queryKey: ['system'],
    queryFn: () => read(api.GET('/admin/v1/system')),
    refetchInterval: REFETCH_MS,
  });
  if (found.data === undefined) return found.isPending ? <Loading /> : <Problem error={found.error} />;
  const { process, runningJobs, queue, webhooks, slots, groups, deferredHosts, unknown } = found.data;
  return (
    <>
      <Problem error={found.error} />
      <dl class="figures">
        <Figure name="version">{process.version}</Figure>
        <Figure name="Node.js">{process.node}</Figure>
        <Figure name="this process">{process.services.join(', ')}</Figure>
        <Figure name="uptime">{formatDuration(1000 * process.uptimeSeconds)}</Figure>
        <Figure name="running crawls">{formatCount(runningJobs.crawls)}</Figure>
        <Figure name="running batches">{formatCount(runningJobs.batches)}</Figure>
        <Figure name="pending webhook events">{formatCount(webhooks.pending)}</Figure>
        <Figure name="oldest webhook event">{formatDuration(1000 * webhooks.oldestSeconds)}</Figure>
      </dl>
      <Table
        caption="Queue by lane"
        head={['lane', 'waiting', 'leased', 'longest wait']}
        rows={queue.map(({ lane, waiting, leased, oldestSeconds }) => [
          lane === 'bulk' ? 'pages of jobs' : 'scrapes',
          formatCount(waiting),
          formatCount(leased),
          formatDuration(1000 * oldestSeconds),
        ])}
      />
      {slots !== null && (
        <Table
          caption="Render slots of this process"
          head={['resource', 'capacity', 'in use', 'waiting']}
          rows={slots.map(({ resource, capacity, used, waiting }) => [
            resource,
            formatCount(capacity),
            formatCount(used),
            formatCount(waiting),
          ])}
        />
      )}
      {groups !== null && (
        <Table
          caption="Services on Kafka"
          head={['consumer group', 'service', 'state', 'replicas', 'lag']}
          rows={groups.map(({ service, group, state, members, lag }) => [
            group,
            service,
            state,
            formatCount(members),
            formatCount(lag),
          ])}
        />
      )}
      <Table
        caption="Hosts in back-off"
        head={['host', 'until']}
        rows={deferredHosts.map(({ host, until }) => [host, formatTime(until)])}
        none="No host is in back-off."
      />
      {unknown.length > 0 && (
        <ul class="notice" aria-label="Not known here">
          {unknown.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </>
  );
}
