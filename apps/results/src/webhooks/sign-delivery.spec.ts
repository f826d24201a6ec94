import { createHmac } from 'node:crypto';
import { signDelivery } from './sign-delivery';

describe('signDelivery', () => {
  const delivery = { id: 'a-b-c', body: Buffer.from('{"ü":1}'), timestampSeconds: 1_700_000_000 };

  it('signs the body, and id, time and body together', () => {
    const secret = 'a secret of the receiver';
    const hmac = (text: string) => createHmac('sha256', secret).update(text);
    expect(signDelivery(delivery, [secret])).toEqual({
      'webhook-id': 'a-b-c',
      'webhook-timestamp': '1700000000',
      'webhook-signature': `v1,${hmac('a-b-c.1700000000.{"ü":1}').digest('base64')}`,
      'x-firecrawl-signature': `sha256=${hmac('{"ü":1}').digest('hex')}`,
    });
  });

  // The example of the Standard Webhooks specification's reference libraries.
  it('matches the libraries of Standard Webhooks for a whsec_ secret', () => {
    const example = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      body: Buffer.from('{"test": 2432232314}'),
      timestampSeconds: 1614265330,
    };
    const headers = signDelivery(example, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']);
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('signs with both secrets during a rotation, and X-Firecrawl-Signature with the current one', () => {
    const both = signDelivery(delivery, ['the new secret', 'the old secret']);
    const [current, previous] = ['the new secret', 'the old secret'].map((secret) => signDelivery(delivery, [secret]));
    expect(both).toEqual({
      ...current,
      'webhook-signature': `${current!['webhook-signature']} ${previous!['webhook-signature']}`,
    });
  });

  it('omits the signatures without a secret', () => {
    expect(Object.keys(signDelivery(delivery, []))).toEqual(['webhook-id', 'webhook-timestamp']);
  });
});
