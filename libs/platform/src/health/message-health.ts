import type { Consumer } from '@orbweaver/messaging';
import type { HealthChecks } from './health';

/**
 * Ready while messages are consumed. Not alive only if consumption has stopped without an outage of the broker, which a
 * restart could not fix.
 */
export function watchMessages(health: HealthChecks, service: string, consumer: Pick<Consumer, 'health'>): void {
  const name = `messages:${service}`;
  health.addReadiness(name, () => {
    const { stalled: _, ...answer } = consumer.health();
    return answer;
  });
  health.addLiveness(name, () => {
    const { stalled, ...answer } = consumer.health();
    return stalled ? answer : { healthy: true };
  });
}
