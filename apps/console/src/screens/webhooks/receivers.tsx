import { Wide } from '../../parts/basics';
import { formatCount } from '../../parts/format';
import { type Delivery, healthOf, successRate } from './receiver-health';

/** The health of receivers by the newest events. */
export function Receivers({ deliveries }: { deliveries: readonly Delivery[] }) {
  const receivers = healthOf(deliveries);
  if (receivers.length === 0) return null;
  return (
    <Wide label="Receivers">
      <table class="pairs">
        <caption>Receivers of the last {formatCount(deliveries.length)} events</caption>
        <thead>
          <tr>
            {['receiver', 'accepted attempts', 'delivered', 'pending', 'dead', 'last answer'].map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {receivers.map((receiver) => (
            <tr key={receiver.host}>
              <th scope="row">{receiver.host}</th>
              <td>
                {successRate(receiver)} of {formatCount(receiver.attempts)}
              </td>
              <td>{formatCount(receiver.delivered)}</td>
              <td>{formatCount(receiver.pending)}</td>
              <td>{formatCount(receiver.dead)}</td>
              <td>{receiver.lastAnswer ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
