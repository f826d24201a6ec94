import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cachePart } from './cache-part';
import { RenderPage } from './messages';

const sample = readFileSync(path.join(__dirname, 'corpus', 'render-page.cache-miss.json'), 'utf8');
const message = RenderPage.parse(JSON.parse(sample).message);
const page: RenderPage = {
  ...message,
  spec: { ...message.spec, formats: [{ type: 'markdown' }], headers: {}, actions: [], waitForMs: 0 },
};
const found = {
  id: 'capture',
  capturedAtMs: 1,
  capture: { url: page.url, status: 200, headers: {}, engine: 'http', isPdf: false },
  body: Buffer.from('packed'),
  screenshot: null,
};

describe('cachePart', () => {
  it('allows a fetched page to fill the cache and a cache hit to be remembered', () => {
    expect(cachePart(page, undefined)).toEqual({ cache: { state: 'miss' }, keepCapture: true });
    expect(cachePart(page, found)).toMatchObject({ cache: { state: 'hit', id: 'capture' } });
  });

  it('excludes pages with zero data retention from the cache', () => {
    const ephemeral = { ...page, zeroDataRetention: true };
    expect(cachePart(ephemeral, undefined)).toEqual({ cache: { state: 'miss' } });
    const hit = cachePart(ephemeral, found);
    expect(hit).toMatchObject({ cache: { state: 'hit' }, captureBody: found.body });
    expect(hit.cache).not.toHaveProperty('id');
  });
});
