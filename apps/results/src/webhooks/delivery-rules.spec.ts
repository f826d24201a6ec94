import { createHmac } from 'node:crypto';
import { duration, durationList } from '@orbweaver/platform';
import { deliveryHeaders } from './delivery-headers';
import { webhookRetryDelayMs } from './retry-schedule';
import { signDelivery } from './sign-delivery';

describe('the retry schedule', () => {
  it('reads durations and refuses what is none', () => {
    expect(durationList.parse('250ms, 10s,5m,6h')).toEqual([250, 10_000, 300_000, 21_600_000]);
    expect(duration.safeParse('soon').success).toBe(false);
    expect(durationList.safeParse('1m,,5m').error?.issues[0]?.message).toBe('must be a comma list such as 1m,5m,1h');
  });

  test.each([
    [1, 0, 1000],
    [1, 1, 1200],
    [2, 0.5, 5500],
    [3, 0, undefined],
  ])('waits after attempt %d (random %d) for %p ms', (attempt, random, expected) => {
    expect(webhookRetryDelayMs([1000, 5000], attempt, random)).toBe(expected);
  });
});

describe('signDelivery', () => {
  const delivery = { id: 'a-b-c', body: Buffer.from('{"ü":1}'), timestampSeconds: 1_700_000_000 };

  it('signs the bytes of the body, and id, time and body together', () => {
    const secret = 'a secret of the receiver';
    const hmac = (text: string) => createHmac('sha256', secret).update(text);
    expect(signDelivery(delivery, secret)).toEqual({
      'webhook-id': 'a-b-c',
      'webhook-timestamp': '1700000000',
      'webhook-signature': `v1,${hmac('a-b-c.1700000000.{"ü":1}').digest('base64')}`,
      'x-firecrawl-signature': `sha256=${hmac('{"ü":1}').digest('hex')}`,
    });
  });

  // The example of the Standard Webhooks specification's reference libraries.
  it('agrees with the libraries of Standard Webhooks on a whsec_ secret', () => {
    const example = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      body: Buffer.from('{"test": 2432232314}'),
      timestampSeconds: 1614265330,
    };
    const headers = signDelivery(example, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('leaves the signatures out without a secret', () => {
    expect(Object.keys(signDelivery(delivery, undefined))).toEqual(['webhook-id', 'webhook-timestamp']);
  });
});

describe('deliveryHeaders', () => {
  it('sends the custom headers, but not in the place of ours and not to break the connection', () => {
    const custom = {
      Authorization: 'Bearer x',
      'X-Firecrawl-Signature': 'sha256=forged',
      'Webhook-Signature': 'v1,forged',
      'Content-Type': 'text/plain',
      Host: 'elsewhere.test',
      'Content-Length': '1',
      'bad name': 'x',
      'X-Bad-Value': 'a\r\nX-Injected: 1',
    };
    expect(deliveryHeaders(custom, { 'webhook-id': 'a' })).toEqual({
      Authorization: 'Bearer x',
      'content-type': 'application/json',
      'webhook-id': 'a',
    });
  });
});
