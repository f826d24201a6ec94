import { startWebhookReceiver } from './webhook-receiver';

describe('startWebhookReceiver', () => {
  it('records deliveries and fails the configured number of them', async () => {
    const receiver = await startWebhookReceiver();
    receiver.failNext(1);
    const deliver = (type: string) => fetch(receiver.url, { method: 'POST', body: JSON.stringify({ type }) });
    expect((await deliver('first')).status).toBe(500);
    expect((await deliver('second')).status).toBe(200);
    expect(receiver.deliveries.map(({ status, body }) => [status, body.type])).toEqual([
      [500, 'first'],
      [200, 'second'],
    ]);
    await receiver.close();
  });

  it('injects the configured faults, then accepts deliveries', async () => {
    const receiver = await startWebhookReceiver();
    receiver.misbehave('reset', 'redirect', 'hang');
    const deliver = () =>
      fetch(receiver.url, { method: 'POST', body: '{}', redirect: 'manual', signal: AbortSignal.timeout(1000) }).then(
        ({ status }) => status,
        (error: Error) => error.name,
      );
    expect([await deliver(), await deliver(), await deliver(), await deliver()]).toEqual([
      'TypeError',
      307,
      'TimeoutError',
      200,
    ]);
    expect(receiver.deliveries.map(({ status }) => status)).toEqual([0, 307, 0, 200]);
    await receiver.close();
  });
});
