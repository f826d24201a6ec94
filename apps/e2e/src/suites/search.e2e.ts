import { type FixtureSite, type Searxng, startFixtureSite, startSearxng } from '@orbweaver/testing';
import type { WireDocument } from '../harness/api-client';
import { startStandalone } from '../harness/start-standalone';
import { BOOTSTRAP_KEY, System } from '../harness/system';
import { testedVersions } from '../harness/versions';
import { ClientEnvironment } from '../official-client/client-environment';
import { ClientProcess } from '../official-client/client-process';
import { CommandLine } from '../official-client/command-line';
import { McpClient } from '../official-client/mcp-client';

type Hit = Partial<WireDocument> & { url: string; title: string; description: string; position?: number };

describe('search', () => {
  const shared = System.shared();
  let system: System;
  let site: FixtureSite;
  let searxng: Searxng;
  beforeAll(async () => {
    site = await startFixtureSite();
    searxng = await startSearxng();
    if (shared.kind === 'kafka') {
      system = shared;
      await shared.reconfigure(['gateway'], { SEARCH_URL: searxng.url });
    } else {
      system = await startStandalone({ SEARCH_URL: searxng.url });
    }
  });
  afterAll(async () => {
    if (system === shared) await shared.reconfigure(['gateway'], { SEARCH_URL: '' });
    else await system?.stop();
    await searxng.close();
    await site.close();
  });
  beforeEach(() => {
    searxng.next();
    searxng.results(() => [
      { url: `${site.main}/plain`, title: 'Plain', content: 'About Plain' },
      { url: `${site.main}/papers/document.pdf`, title: 'A paper', content: 'As PDF' },
      { url: 'http://169.254.169.254/latest/meta-data/', title: 'Metadata', content: 'of a cloud' },
      { url: 'http://10.255.255.1/', title: 'Private', content: 'Not reachable' },
    ]);
  });

  const search = async (version: string, body: object) => {
    const reply = await system.api().post(`/${version}/search`, body);
    const hits: Hit[] = version === 'v1' ? reply.body.data : reply.body.data?.web;
    return { ...reply, hits };
  };

  describe.each(testedVersions)('%s', (version) => {
    it('returns the results of the engine', async () => {
      const { status, body, hits } = await search(version, { query: 'plain words', limit: 2 });
      expect({ status, success: body.success }).toEqual({ status: 200, success: true });
      expect(hits.map(({ url, title, description }) => [url, title, description])).toEqual([
        [`${site.main}/plain`, 'Plain', 'About Plain'],
        [`${site.main}/papers/document.pdf`, 'A paper', 'As PDF'],
      ]);
      expect(searxng.requests.at(-1)).toMatchObject({ q: 'plain words', format: 'json' });
    });

    it('adds documents, and reasons to results that are not reachable', async () => {
      const { status, body, hits } = await search(version, {
        query: 'plain',
        scrapeOptions: { formats: ['markdown'] },
      });
      expect(status).toBe(200);
      expect(hits[0]).toMatchObject({
        title: 'Plain',
        markdown: expect.stringContaining('Words of Plain'),
        metadata: { statusCode: 200, sourceURL: `${site.main}/plain` },
      });
      expect(hits[1]).toMatchObject({ markdown: expect.any(String), metadata: { numPages: 1 } });
      for (const hit of hits.slice(2)) {
        expect(hit).toMatchObject({
          title: expect.any(String),
          description: expect.any(String),
          metadata: { statusCode: 0, error: expect.stringMatching(/./) },
        });
        expect(hit).not.toHaveProperty('markdown');
      }
      if (version === 'v2') expect(body.creditsUsed).toBe(4);
    });
  });

  it('is used by the official JavaScript client', async () => {
    const environment = new ClientEnvironment();
    const client = new ClientProcess(environment, system.baseUrls[0]!, BOOTSTRAP_KEY);
    const found = await client.call('v2', 'search', 'plain', {
      limit: 1,
      sources: ['web', 'news'],
      timeout: 60_000,
      scrapeOptions: { formats: ['markdown'] },
    });
    await client.close();
    const outside = environment.outsideHosts();
    environment.remove();
    expect(outside).toEqual([]);
    expect(found.web).toMatchObject([{ title: 'Plain', markdown: expect.stringContaining('Words of Plain') }]);
    expect(found.news).toHaveLength(1);
  });

  it('is used by the official MCP server', async () => {
    const environment = new ClientEnvironment();
    const mcp = new McpClient(environment, system.baseUrls[0]!, BOOTSTRAP_KEY);
    await mcp.connect();
    const answer = await mcp.call('firecrawl_search', {
      query: 'plain',
      limit: 1,
      scrapeOptions: { formats: ['markdown'] },
    });
    await mcp.close();
    const outside = environment.outsideHosts();
    environment.remove();
    expect(outside).toEqual([]);
    expect(JSON.stringify(answer)).toContain('Words of Plain');
  });

  it('is used by the official command line', async () => {
    const environment = new ClientEnvironment();
    const commandLine = new CommandLine(environment, system.baseUrls[0]!, BOOTSTRAP_KEY);
    const { code, stdout } = await commandLine.run('search', 'plain', '--limit', '1', '--scrape', '--json');
    const outside = environment.outsideHosts();
    environment.remove();
    expect([code, outside]).toEqual([0, []]);
    expect(stdout).toContain('Words of Plain');
  });

  it('names a busy engine and when to try again', async () => {
    searxng.next({ status: 429, headers: { 'retry-after': '30' } });
    const { status, headers, body } = await search('v2', { query: 'plain' });
    expect({ status, code: body.code, wait: headers.get('retry-after') }).toEqual({
      status: 503,
      code: 'SEARCH_UNAVAILABLE',
      wait: '30',
    });
  });

  it('ends at its timeout while a result hangs', async () => {
    searxng.results(() => [{ url: `${site.main}/hanging`, title: 'Hangs' }]);
    const startedAt = performance.now();
    const { hits } = await search('v2', { query: 'a', timeout: 3_000, scrapeOptions: { formats: ['markdown'] } });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(hits[0]).toMatchObject({ title: 'Hangs', metadata: expect.any(Object) });
  });
});
