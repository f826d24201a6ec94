import type { Request } from 'express';
import { startGateway } from '../../test/start-gateway';
import type { AdminPort } from './admin-port';
import { PublicAddress } from './public-address';

const onPort = { isOn: () => false } as unknown as AdminPort;

const addressFor = (headers: Record<string, string>, PUBLIC_URL?: string) =>
  new PublicAddress({ PUBLIC_URL }, onPort).of({ headers, protocol: 'http' } as unknown as Request);

describe('PublicAddress', () => {
  it.each<[string, Record<string, string>, string]>([
    ['the Host header', {}, 'http://own.test:3002'],
    [
      'the X-Forwarded-Host of a proxy',
      { 'x-forwarded-host': 'api.test', 'x-forwarded-proto': 'https' },
      'https://api.test',
    ],
    [
      'the X-Forwarded-Host of the first proxy',
      { 'x-forwarded-host': 'api.test:8443, inner.test' },
      'http://api.test:8443',
    ],
    ['an IPv6 address', { 'x-forwarded-host': '[2001:db8::1]:80' }, 'http://[2001:db8::1]:80'],
    ['a host of one label', { 'x-forwarded-host': 'gateway' }, 'http://gateway'],
  ])('uses %s', (_, headers, address) => {
    expect(addressFor({ host: 'own.test:3002', ...headers })).toBe(address);
  });

  it.each([
    'evil.test/path',
    'evil.test?x=',
    'evil.test#',
    'user@evil.test',
    'user:pass@evil.test',
    'evil.test\\x',
    'evil test',
    '"><script>',
    'a.test:99999',
    'a.test:x',
    '[::1',
    '999.1.1.1',
    'x'.repeat(300),
    '',
  ])('ignores the invalid host "%s"', (host) => {
    expect(addressFor({ host: 'own.test', 'x-forwarded-host': host })).toBe('http://own.test');
    expect(addressFor({ host })).toBe('http://localhost');
  });

  it('prefers PUBLIC_URL over the headers of the request', () => {
    expect(addressFor({ host: 'a.test', 'x-forwarded-host': 'b.test' }, 'https://c.test/x/')).toBe('https://c.test/x');
  });
});

describe('without PUBLIC_URL, a response', () => {
  it('contains URLs with the host of the request', async () => {
    const bare = await startGateway();
    const ask = async (headers: Record<string, string>) =>
      (await bare.call('/v2/crawl', { body: { url: 'https://example.com/' }, headers })).body.url.replace(/[^/]+$/, '');
    expect(await ask({})).toBe(`${bare.address}/v2/crawl/`);
    expect(await ask({ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'a.example, b.example' })).toBe(
      'https://a.example/v2/crawl/',
    );
    await bare.close();
  });
});
