import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { api, read, type Schemas } from '../../api/client';
import { usePages } from '../../api/pages-of';
import { Badge, Button, CopyButton, Empty, Figure, Loading, Problem } from '../../parts/basics';
import { formatDuration, formatTime, hostOf } from '../../parts/format';
import { VirtualList } from '../../parts/virtual-list';
import { Choice } from '../jobs/jobs';

type Delivery = Schemas['WebhookDelivery'];

const states = ['pending', 'delivered', 'dead'] as const satisfies readonly Delivery['state'][];
const REFETCH_MS = 5_000;

export default function Webhooks() {
  const [state, setState] = useState<Delivery['state']>();
  const [opened, open] = useState<string>();
  const deliveries = usePages(
    ['deliveries', state],
    async (after) => {
      const page = await read(api.GET('/v2/webhooks/deliveries', { params: { query: { state, after } } }));
      return { rows: page.deliveries, next: page.next };
    },
    { refetchMs: REFETCH_MS },
  );
  return (
    <>
      <h1>Webhooks</h1>
      <Secret />
      <Receivers deliveries={deliveries.rows} />
      <h2>Events</h2>
      <div class="filters">
        <Choice label="State" options={states} value={state} onChange={setState} />
      </div>
      <Problem error={deliveries.error} />
      {deliveries.isPending && <Loading />}
      {!deliveries.isPending && deliveries.rows.length === 0 && (
        <Empty title="No events">
          <p>A batch or crawl with a `webhook` sends events.</p>
        </Empty>
      )}
      {deliveries.rows.length > 0 && (
        <VirtualList
          label="Events"
          rows={deliveries.rows}
          rowHeight={52}
          keyOf={({ id }) => id}
          render={(delivery) => (
            <div class="page-row">
              <Badge state={delivery.state} />
              <button type="button" class="link" onClick={() => open(delivery.id)}>
                {delivery.type} #{delivery.sequence}
              </button>
              <span class="hint">
                {hostOf(delivery.url)} · {formatTime(delivery.createdAt)} · {delivery.attempts} attempts
              </span>
            </div>
          )}
          onEnd={deliveries.more}
        />
      )}
      {opened !== undefined && <OpenedDelivery key={opened} id={opened} onClose={() => open(undefined)} />}
    </>
  );
}

/** Of the events that are loaded. */
function Receivers({ deliveries }: { deliveries: readonly Delivery[] }) {
  const hosts = Map.groupBy(deliveries, ({ url }) => hostOf(url));
  if (hosts.size === 0) return null;
  return (
    <table class="pairs">
      <caption>Receivers of the events below</caption>
      <thead>
        <tr>
          <th scope="col">receiver</th>
          <th scope="col">delivered</th>
          <th scope="col">pending</th>
          <th scope="col">dead</th>
          <th scope="col">last answer</th>
        </tr>
      </thead>
      <tbody>
        {[...hosts].map(([host, events]) => {
          const total = (wanted: string) => events.filter((event) => event.state === wanted).length;
          const last = events.find(({ attempts }) => attempts > 0);
          return (
            <tr key={host}>
              <th scope="row">{host}</th>
              <td>{total('delivered')}</td>
              <td>{total('pending')}</td>
              <td>{total('dead')}</td>
              <td>{last?.lastError ?? last?.lastStatus ?? '–'}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function OpenedDelivery({ id, onClose }: { id: string; onClose: () => void }) {
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
  const delivery = found.data?.delivery;
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
              <Link href={`/jobs/${delivery.jobId}`}>{delivery.jobId}</Link>
            </Figure>
            <Figure name="delivered">{formatTime(delivery.deliveredAt)}</Figure>
            <Figure name="next attempt">{formatTime(delivery.nextAttemptAt)}</Figure>
          </dl>
          <Button isBusy={redelivering.isPending} onClick={() => redelivering.mutate()}>
            Redeliver
          </Button>
          <table class="pairs">
            <caption>Attempts</caption>
            <thead>
              <tr>
                <th scope="col">attempt</th>
                <th scope="col">time</th>
                <th scope="col">duration</th>
                <th scope="col">answer</th>
              </tr>
            </thead>
            <tbody>
              {(delivery.log ?? []).map(({ attempt, startedAt, durationMs, status, error }) => (
                <tr key={`${attempt} ${startedAt}`}>
                  <td>{attempt}</td>
                  <td>{formatTime(startedAt)}</td>
                  <td>{formatDuration(durationMs)}</td>
                  <td>{error ?? status}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}

function Secret() {
  const [isShown, setShown] = useState(false);
  const secret = useQuery({
    queryKey: ['webhook-secret'],
    queryFn: () => read(api.GET('/v2/webhooks/secret')),
    enabled: isShown,
    gcTime: 0,
  });
  const value = secret.data?.webhookSecret.secret;
  return (
    <section aria-label="Signing secret">
      <p>
        Receivers check the signature of an event with the secret of the team.{' '}
        <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide the secret' : 'Show the secret'}
        </Button>
      </p>
      <Problem error={secret.error} />
      {isShown && secret.data !== undefined && (
        <p>
          {typeof value === 'string' ? (
            <>
              <code>{value}</code> <CopyButton text={value} />
            </>
          ) : (
            'Events are not signed: WEBHOOK_SECRET is not set where the service runs.'
          )}
        </p>
      )}
    </section>
  );
}
