import { ConsumerPulse } from './consumer-pulse';

describe('ConsumerPulse', () => {
  let now = 1_000_000;
  const joined = () => {
    const pulse = new ConsumerPulse(120_000, () => now);
    pulse.joined();
    return pulse;
  };

  it('is unhealthy before the consumer has joined its group', () => {
    expect(new ConsumerPulse(120_000, () => now).verdict(false)).toEqual({ healthy: false, reason: 'not joined yet' });
    expect(joined().verdict(true)).toEqual({ healthy: true });
  });

  it('tolerates a short rebalance', () => {
    const pulse = joined();
    pulse.left();
    expect(pulse.verdict(false).healthy).toBe(true);
    now += 31_000;
    expect(pulse.verdict(false)).toEqual({ healthy: false, reason: 'not a member of its group' });
  });

  it('is unhealthy when messages wait and no attempt ends', () => {
    const pulse = joined();
    now += 121_000;
    pulse.beat();
    expect(pulse.verdict(false).healthy).toBe(true);
    expect(pulse.verdict(true)).toEqual({ healthy: false, reason: 'messages wait without progress', stalled: true });
    pulse.moved();
    expect(pulse.verdict(true).healthy).toBe(true);
  });

  it('is unhealthy when the fetch loop stops or the broker is silent', () => {
    const pulse = joined();
    now += 31_000;
    expect(pulse.verdict(false)).toEqual({ healthy: false, reason: 'no heartbeat response' });
  });

  it('reports no stall during a broker outage, however long messages wait', () => {
    const pulse = joined();
    now += 121_000;
    expect(pulse.verdict(true)).toEqual({ healthy: false, reason: 'no heartbeat response' });
    pulse.left();
    now += 121_000;
    expect(pulse.verdict(true)).toEqual({ healthy: false, reason: 'not a member of its group' });
  });

  it.each([
    ['restarts the process when Kafka has accepted new connections for minutes', true, { stalled: true }],
    ['does not restart the process when Kafka is unavailable', false, {}],
  ])('%s', (_, isKafkaUp, verdict) => {
    const pulse = joined();
    pulse.left();
    now += 181_000;
    pulse.probed(isKafkaUp);
    expect(pulse.absenceMs).toBe(181_000);
    expect(pulse.verdict(false)).toEqual({
      healthy: false,
      reason: expect.stringContaining('not a member of its group'),
      ...verdict,
    });
    pulse.joined();
    expect(pulse.verdict(false)).toEqual({ healthy: true });
  });

  it('remains failed', () => {
    const pulse = joined();
    pulse.failed();
    pulse.left();
    expect(pulse.verdict(false)).toEqual({ healthy: false, reason: 'failed' });
  });
});
