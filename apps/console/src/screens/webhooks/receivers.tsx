import { Table } from '../../parts/basics';
import { formatCount } from '../../parts/format';
import { healthOf, type ShownDelivery, successRate } from './receiver-health';

/** The health of receivers by the newest events. */
export function Receivers({ deliveries }: { deliveries: readonly ShownDelivery[] }) {
  const receivers = healthOf(deliveries);
  if (receivers.length === 0) return null;
  return (
    <Table
      caption={`Receivers of the last ${formatCount(deliveries.length)} events`}
      head={['receiver', 'accepted attempts', 'delivered', 'pending', 'dead', 'last answer']}
      rows={receivers.map((receiver) => [
        receiver.host,
        `${successRate(receiver)} of ${formatCount(receiver.attempts)}`,
        formatCount(receiver.delivered),
        formatCount(receiver.pending),
        formatCount(receiver.dead),
        receiver.lastAnswer ?? '–',
      ])}
    />
  );
}
