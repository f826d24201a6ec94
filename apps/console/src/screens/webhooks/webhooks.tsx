import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { api, RequestError, read, type Schemas } from '../../api/client';
import { usePages } from '../../api/pages-of';
import { Badge, Button, CopyButton, Empty, Loading, Problem } from '../../parts/basics';
import { counted, formatTime, hostOf } from '../../parts/format';
import { useTitle } from '../../parts/use-title';
import { VirtualList } from '../../parts/virtual-list';
import { Choice } from '../jobs/jobs';
import { OpenedDelivery } from './opened-delivery';
import { Receivers } from './receivers';

type Delivery = Schemas['WebhookDelivery'];

const states = ['pending', 'delivered', 'dead'] as const satisfies readonly Delivery['state'][];
const REFETCH_MS = 5_000;

export default function Webhooks() {
  useTitle('Webhooks');
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
          <p>
            A batch or crawl with a <code>webhook</code> sends events.
          </p>
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
                {hostOf(delivery.url)} · {formatTime(delivery.createdAt)} · {counted(delivery.attempts, 'attempt')}
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

function Secret() {
  const [isShown, setShown] = useState(false);
  const secret = useQuery({
    queryKey: ['webhook-secret'],
    queryFn: () => read(api.GET('/v2/webhooks/secret')),
    enabled: isShown,
    gcTime: 0,
  });
  if (secret.error instanceof RequestError && secret.error.status === 409) {
    return (
      <section aria-label="Signing secret">
        <p class="notice" role="status">
          Events of this installation are not signed, so there is no secret. To sign them, the operator sets{' '}
          <code>WEBHOOK_SECRET</code>.
        </p>
      </section>
    );
  }
  const value = secret.data?.webhookSecret.secret;
  return (
    <section aria-label="Signing secret">
      <p>
        If events are signed, receivers check their signature with the secret of the team.{' '}
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
