import type { Consumer } from '@orbweaver/messaging';
import type { HealthChecks } from './health';

/**
 * Ready while messages flow. Alive unless they stand still without a cause outside of the process: a broker that is
 * away comes back, and a restart would not bring it.
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
