import { startWebhookReceiver } from './webhook-receiver';

describe('startWebhookReceiver', () => {
  it('records what was delivered and fails as often as it is told', async () => {
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
});
