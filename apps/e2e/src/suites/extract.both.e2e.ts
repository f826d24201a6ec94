import type { ModelRequest } from '@orbweaver/testing';
import type { ApiClient, ReplyBody } from '../harness/api-client';
import { requestJob, waitForDocuments, waitForEnd } from '../harness/jobs';
import { type LampShop, startLampShop } from '../harness/lamp-shop';
import { addTeam } from '../harness/run-admin';
import { System } from '../harness/system';
import { testedVersions } from '../harness/versions';
import { ClientEnvironment } from '../official-client/client-environment';
import { ClientProcess } from '../official-client/client-process';

const prompt = 'All lamps and the shop';
const schema = {
  type: 'object',
  properties: {
    lamps: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
    shop: { type: ['string', 'null'] },
  },
};

/** Each page has its own lamp and a lamp of all pages; only `/shop/2` names the shop. */
function readLamps({ user }: ModelRequest) {
  const path = /# Lamp (\S+)/.exec(user)?.[1] ?? '';
  if (path === '/refused') return { fault: 'refusal' as const };
  return { json: { lamps: [{ name: path }, { name: 'Every' }], shop: path === '/shop/2' ? 'Lamp shop' : null } };
}

describe('extract', () => {
  const system = System.shared();
  const askers = system.kind === 'standalone' ? (['standalone'] as const) : (['gateway', 'results'] as const);
  let api: ApiClient;
  let key: string;
  let shop: LampShop;

  beforeAll(async () => {
    shop = await startLampShop();
    key = await addTeam(system);
    api = system.api(key);
  }, 120_000);
  afterAll(async () => {
    await system.reconfigure(askers, { LLM_BASE_URL: '', LLM_API_KEY: '', LLM_MODEL: '' });
    await shop.close();
  }, 120_000);
  beforeEach(() => {
    shop.reset();
    shop.provider.reply(readLamps);
  });

  const ended = async (version: string, id: string): Promise<ReplyBody> => {
    await waitForEnd(api, `/v2/batch/scrape/${id}`);
    return (await api.get(`/${version}/extract/${id}`)).body;
  };
  const namesOf = ({ data }: ReplyBody) => data.lamps.map(({ name }: { name: string }) => name).sort();

  it('is rejected without a language model', async () => {
    const { status, body } = await api.post('/v2/extract', { urls: [`${shop.origin}/lamp`], prompt });
    expect([status, body.code]).toEqual([400, 'MODEL_NOT_CONFIGURED']);
  });

  describe('with a language model', () => {
    beforeAll(() => system.reconfigure(askers, shop.settings), 120_000);

    it.each(testedVersions)('merges the data of a list of pages in %s, with sources and usage', async (version) => {
      const urls = [1, 2, 3].map((n) => `${shop.origin}/shop/${n}`);
      const asked = shop.provider.requests.length;
      const scrapeOptions = { maxAge: 0 };
      const body = { urls, prompt, schema, showSources: true, scrapeOptions };
      const extract = await ended(version, await requestJob(api, `/${version}/extract`, body));
      expect(extract).toMatchObject({ success: true, status: 'completed', creditsUsed: 15 });
      expect(namesOf(extract)).toEqual(['/shop/1', '/shop/2', '/shop/3', 'Every']);
      expect(extract.data.shop).toBe('Lamp shop');
      expect(extract.sources).toEqual({
        lamps: expect.arrayContaining(urls),
        shop: [`${shop.origin}/shop/2`],
      });
      expect(Date.parse(extract.expiresAt)).toBeGreaterThan(Date.now());
      const questions = shop.provider.requests.slice(asked);
      expect(questions).toHaveLength(3);
      expect(extract.tokensUsed).toBeGreaterThan(questions.length * 10);
    });

    it('crawls the pages below a URL that ends with /*', async () => {
      const body = { urls: [`${shop.origin}/shop/*`], prompt, scrapeOptions: { maxAge: 0 } };
      const extract = await ended('v2', await requestJob(api, '/v2/extract', body));
      expect(namesOf(extract)).toEqual(['/shop/', ...[1, 2, 3, 4, 5].map((n) => `/shop/${n}`), 'Every']);
      expect(extract.creditsUsed).toBe(30);
    });

    it('warns of failed pages, and fails if all pages fail', async () => {
      const refused = `${shop.origin}/refused`;
      const some = { urls: [`${shop.origin}/shop/1`, refused], prompt };
      const extract = await ended('v2', await requestJob(api, '/v2/extract', some));
      expect(extract).toMatchObject({ status: 'completed', warning: expect.stringContaining('1 of 2 pages failed') });
      expect(namesOf(extract)).toEqual(['/shop/1', 'Every']);
      const failed = await ended('v2', await requestJob(api, '/v2/extract', { urls: [refused], prompt }));
      expect(failed).toMatchObject({ success: false, status: 'failed', data: [], creditsUsed: 0 });
      expect(failed.error).toMatch(/\/refused: .*refused/);
    });

    it('keeps the data of a cancelled extract', async () => {
      const urls = Array.from({ length: 50 }, (_, n) => `${shop.origin}/many/${n}`);
      const id = await requestJob(api, '/v2/extract', { urls, prompt, maxConcurrency: 1 });
      await waitForDocuments(api, `/v2/crawl/${id}`, 1);
      const running = await api.get(`/v2/extract/${id}`);
      expect(running.body).toMatchObject({ success: true, status: 'processing', data: [] });
      const answer = await api.delete(`/v2/extract/${id}`);
      expect(answer.body).toMatchObject({ success: true, status: 'cancelled' });
      const extract = (await api.get(`/v2/extract/${id}`)).body;
      expect([extract.status, namesOf(extract)]).toEqual(['cancelled', expect.arrayContaining(['Every'])]);
    });

    it('returns data to the official client of both versions', async () => {
      const environment = new ClientEnvironment();
      const client = new ClientProcess(environment, system.baseUrls[0]!, key);
      const urls = [`${shop.origin}/shop/2`];
      try {
        const v2 = await client.call('v2', 'extract', { urls, prompt, schema, showSources: true, pollInterval: 1 });
        expect(v2).toMatchObject({ status: 'completed', data: { shop: 'Lamp shop' }, sources: { shop: urls } });
        const v1 = await client.call('v1', 'extract', urls, { prompt, schema });
        expect(v1).toMatchObject({ success: true, data: { shop: 'Lamp shop' } });
        const started = await client.call('v1', 'asyncExtract', urls, { prompt });
        expect(await client.call('v1', 'getExtractStatus', started.id)).toHaveProperty('status');
      } finally {
        await client.close();
        environment.remove();
      }
    });
  });
});
