import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { api, read } from '../../api/client';
import { usePages } from '../../api/pages-of';
import { Button, Empty, Problem } from '../../parts/basics';
import { formatTime } from '../../parts/format';
import { VirtualList } from '../../parts/virtual-list';

/** Webhook events without a further attempt, of all teams. */
export function DeadEvents() {
  const [version, setVersion] = useState(0);
  const events = usePages(['dead', version], async (after) => {
    const query = { state: 'dead' as const, after };
    const page = await read(api.GET('/admin/v1/webhooks/deliveries', { params: { query } }));
    return { rows: page.deliveries, next: page.next };
  });
  const redelivering = useMutation({
    mutationFn: (id: string) =>
      read(api.POST('/admin/v1/webhooks/deliveries/{id}/redeliver', { params: { path: { id } } })),
    onSuccess: () => setVersion((before) => before + 1),
  });
  return (
    <>
      <Problem error={events.error ?? redelivering.error} />
      {!events.isPending && events.rows.length === 0 && <Empty title="No dead events" />}
      <VirtualList
        label="Dead webhook events"
        rows={events.rows}
        rowHeight={64}
        keyOf={({ id }) => id}
        render={(event) => (
          <div class="page-row">
            <span>
              {event.type} to {event.endpoint}
            </span>
            <span class="hint">
              {event.team} · {formatTime(event.createdAt)} · {event.lastError}
            </span>
            <Button onClick={() => redelivering.mutate(event.id)}>Redeliver</Button>
          </div>
        )}
        onEnd={events.more}
      />
    </>
  );
}
