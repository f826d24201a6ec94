import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { Link } from 'wouter-preact';
import { api, read } from '../../api/client';
import { Badge, Button, Figure, Problem, Table } from '../../parts/basics';
import { formatDuration, formatTime } from '../../parts/format';
import { Json } from '../../parts/source';
import { answerText, type ShownDelivery } from './receiver-health';

const REFETCH_MS = 5_000;

export function OpenedDelivery({ id, onClose }: { id: string; onClose: () => void }) {
  const cache = useQueryClient();
  const path = { params: { path: { id } } };
  const found = useQuery({
    queryKey: ['delivery', id],
    queryFn: () => read(api.GET('/v2/webhooks/deliveries/{id}', path)),
    refetchInterval: REFETCH_MS,
  });
  const redelivering = useMutation({
    mutationFn: () => read(api.POST('/v2/webhooks/deliveries/{id}/redeliver', path)),
    onSuccess: () => Promise.all([found.refetch(), cache.invalidateQueries({ queryKey: ['deliveries'] })]),
  });
  const { delivery, payload, payloadOmitted } = found.data ?? {};
  return (
    <section class="opened" aria-label="Event">
      <div class="heading">
        <h2>{delivery === undefined ? id : `${delivery.type} #${delivery.sequence}`}</h2>
        <Button onClick={onClose}>Close</Button>
      </div>
      <Problem error={found.error ?? redelivering.error} />
      {delivery !== undefined && (
        <>
          <dl class="figures">
            <Figure name="state">
              <Badge state={delivery.state} />
            </Figure>
            <Figure name="receiver">{delivery.url}</Figure>
            <Figure name="job">
              {delivery.type === 'schedule.changed' ? (
                delivery.jobId
              ) : (
                <Link href={`/jobs/${delivery.jobId}`}>{delivery.jobId}</Link>
              )}
            </Figure>
            <Figure name="delivered">{formatTime(delivery.deliveredAt)}</Figure>
            <Figure name="next attempt">{formatTime(delivery.nextAttemptAt)}</Figure>
          </dl>
          <Button isBusy={redelivering.isPending} onClick={() => redelivering.mutate()}>
            Redeliver
          </Button>
          <Attempts log={delivery.log} />
          <h3>Payload</h3>
          {payload === undefined ? (
            <p class="notice">{payloadOmitted}</p>
          ) : (
            <Json value={JSON.parse(payload)} fileName={`${id}.json`} />
          )}
        </>
      )}
    </section>
  );
}

const Attempts = ({ log }: Pick<ShownDelivery, 'log'>) => (
  <Table
    caption="Attempts"
    head={['time', 'attempt', 'duration', 'answer']}
    rows={log.map((attempt) => [
      formatTime(attempt.startedAt),
      attempt.attempt,
      formatDuration(attempt.durationMs),
      answerText(attempt),
    ])}
  />
);
