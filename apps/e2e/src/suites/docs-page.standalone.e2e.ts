import { System } from '../harness/system';

describe('the documentation page', () => {
  const api = System.shared().api();

  it('renders in a browser under its content security policy', async () => {
    const actions = [
      { type: 'wait', selector: 'openapi-explorer' },
      { type: 'wait', milliseconds: 2000 },
    ];
    const { status, body } = await api.post('/v2/scrape', {
      url: new URL('/docs', api.nextBaseUrl()).href,
      formats: ['markdown'],
      onlyMainContent: false,
      actions,
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      markdown: expect.stringMatching(/Scrape one page[\s\S]*Search the web[\s\S]*## The key/),
    });
  });
});
