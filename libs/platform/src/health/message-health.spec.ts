import type { ConsumerHealth } from '@orbweaver/messaging';
import { HealthChecks } from './health';
import { watchMessages } from './message-health';

describe('watchMessages', () => {
  const away = { healthy: false, reason: 'not joined yet' };
  const stands = { healthy: false, reason: 'messages wait without progress' };

  it.each<[string, ConsumerHealth, object, object]>([
    ['flow', { healthy: true }, { healthy: true }, { healthy: true }],
    ['wait for the broker', away, away, { healthy: true }],
    ['stand still', { ...stands, stalled: true }, stands, stands],
  ])('reports readiness and liveness when messages %s', (_, answer, ready, live) => {
    const health = new HealthChecks();
    watchMessages(health, 'frontier', { health: () => answer });
    expect(health.ready()).toEqual({ 'messages:frontier': ready });
    expect(health.live()).toEqual({ 'messages:frontier': live });
  });
});
