import { scrapeSpec } from '@orbweaver/testing';
import { visitorHeaders } from './visitor-headers';

describe('visitorHeaders', () => {
  it('sends the headers of the browser version over TLS', () => {
    const headers = visitorHeaders(
      scrapeSpec({ location: { country: 'AT', languages: [] } }),
      'https://a.example/',
      '156.0.8078.79',
    );
    expect(headers).toMatchObject({
      'user-agent': expect.stringContaining('Chrome/156.0.0.0 Safari'),
      'accept-language': 'de-AT,de;q=0.9',
      'sec-ch-ua': '"Not:A-Brand";v="8", "Chromium";v="156", "Google Chrome";v="156"',
      'sec-ch-ua-mobile': '?0',
      'sec-ch-ua-platform': '"Linux"',
      'sec-fetch-site': 'none',
    });
  });

  it('sends no client hints over plain HTTP', () => {
    const names = Object.keys(visitorHeaders(scrapeSpec(), 'http://a.example/', '147.0.7727.0'));
    expect(names).toEqual(['upgrade-insecure-requests', 'user-agent', 'accept', 'accept-language']);
  });

  it("sends no client hints with a caller's user agent", () => {
    const spec = scrapeSpec({ headers: { 'User-Agent': 'Curious/1.0' } });
    const headers = visitorHeaders(spec, 'https://a.example/', '147.0.7727.0');
    expect(headers).toMatchObject({ 'user-agent': 'Curious/1.0' });
    expect(headers).not.toHaveProperty('sec-ch-ua');
  });
});
