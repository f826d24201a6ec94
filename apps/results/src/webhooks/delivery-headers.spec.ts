import { deliveryHeaders } from './delivery-headers';

describe('deliveryHeaders', () => {
  it('sends custom headers that neither override own ones nor affect the connection', () => {
    const custom = {
      Authorization: 'Bearer x',
      'X-Firecrawl-Signature': 'sha256=forged',
      'Webhook-Signature': 'v1,forged',
      'Content-Type': 'text/plain',
      Host: 'elsewhere.test',
      'Content-Length': '1',
      'bad name': 'x',
      'X-Empty': '',
      'X-Bad-Value': 'a\r\nX-Injected: 1',
    };
    expect(deliveryHeaders(custom, { 'webhook-id': 'a' })).toEqual({
      Authorization: 'Bearer x',
      'X-Empty': '',
      'content-type': 'application/json',
      'webhook-id': 'a',
    });
  });
});
