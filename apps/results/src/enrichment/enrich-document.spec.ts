import { randomBytes, randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { DocumentContent, Format } from '@orbweaver/core';
import {
  type LanguageModel,
  LanguageModelError,
  type ModelAnswer,
  type ModelQuestion,
} from '@orbweaver/language-model';
import { ContentCipher, ContentKey } from '@orbweaver/object-store';
import { InputThreads, Stopping } from '@orbweaver/platform';
import { leaseTestPages } from '../../test/frontier-rows';
import { quietLog, type ResultsHarness, startResultsHarness } from '../../test/results-harness';
import { type DocumentOptions, testDocument } from '../../test/test-document';
import { resultsConfig } from '../results.config';
import { DocumentEnricher } from './enrich-document';

const DEADLINE_MS = 60_000;
const JSON_FORMAT: Format = { type: 'json', prompt: 'The price' };

/** A model that responds, or is unavailable. */
class TestModel implements LanguageModel {
  readonly name = 'test';
  asked = 0;
  isSilent = false;

  isRefusing: (question: ModelQuestion) => boolean = () => false;

  async ask(question: ModelQuestion): Promise<ModelAnswer> {
    this.asked += 1;
    if (this.isRefusing(question)) {
      const usage = { promptTokens: 30, completionTokens: 0 };
      throw new LanguageModelError('refused', 'The language model refuses.', { usage });
    }
    if (this.isSilent) throw new LanguageModelError('unavailable', 'The language model does not answer.');
    return { text: '{"price":12}', usage: { promptTokens: 30, completionTokens: 4 } };
  }
}

describe('DocumentEnricher', () => {
  let results: ResultsHarness;
  let model: TestModel;
  let stopping: Stopping;
  let enricher: DocumentEnricher;
  const threads = new InputThreads();
  beforeAll(async () => {
    results = await startResultsHarness();
  });
  afterAll(async () => {
    await results.close();
    await threads.close();
  });
  beforeEach(() => {
    model = new TestModel();
    stopping = new Stopping();
    enricher = enricherWith(model);
  });

  function enricherWith(used: LanguageModel | undefined): DocumentEnricher {
    const config = resultsConfig.parse({ LLM_DEADLINE: `${DEADLINE_MS}ms` });
    return new DocumentEnricher(
      results.database,
      results.contents,
      results.cipher,
      results.clock,
      config,
      quietLog,
      stopping,
      used,
      results.metrics,
      threads,
    );
  }

  async function page(formats: Format[] = [JSON_FORMAT], options: DocumentOptions = {}) {
    const teamId = randomUUID();
    const jobId = await results.insertJob({ kind: 'batch', teamId, formats });
    const message = testDocument(jobId, { teamId, content: { markdown: 'Costs 12.' }, ...options });
    await leaseTestPages(results.database, [message]);
    return message;
  }

  const contentOf = (document: { content?: Uint8Array | undefined }) =>
    JSON.parse(gunzipSync(document.content!).toString()) as DocumentContent;

  it("stores the model's formats, credits and tokens, without the markdown that only the model needed", async () => {
    const message = await page();
    const enriched = await enricher.enrich(message);
    expect(contentOf(enriched)).toEqual({ json: { price: 12 } });
    await results.store(enriched);
    expect(await results.database.page.findUnique({ where: { id: message.pageId } })).toMatchObject({
      state: 'done',
      creditsUsed: 5,
      promptTokens: 30,
      completionTokens: 4,
    });
  });

  it.each([
    ['the extraction is missing', (question: ModelQuestion) => question.json !== undefined, { creditsUsed: 1 }],
    ['the summary is missing', (question: ModelQuestion) => question.json === undefined, { creditsUsed: 5 }],
  ])('charges the returned formats when %s, and reports all tokens', async (_, isRefusing, credits) => {
    model.isRefusing = isRefusing;
    const message = await page([JSON_FORMAT, { type: 'summary' }]);
    await results.store(await enricher.enrich(message));
    const tokens = { promptTokens: 60, completionTokens: 4 };
    expect(await results.database.page.findUnique({ where: { id: message.pageId } })).toMatchObject({
      ...tokens,
      ...credits,
    });
  });

  it.each<[string, (message: Awaited<ReturnType<typeof page>>) => Promise<unknown>]>([
    [
      'whose job has ended',
      ({ jobId }) => results.database.job.update({ where: { id: jobId }, data: { state: 'cancelled' } }),
    ],
    ['that is stored already', (message) => results.store(message)],
    [
      'of another lease',
      ({ pageId }) => results.database.frontierPage.update({ where: { id: pageId }, data: { epoch: 9 } }),
    ],
    ['that the job does not know', ({ pageId }) => results.database.frontierPage.delete({ where: { id: pageId } })],
    ['that names another team', async (message) => Object.assign(message, { teamId: randomUUID() })],
    [
      'of a job that keeps nothing',
      ({ jobId }) => results.database.job.update({ where: { id: jobId }, data: { zeroDataRetention: true } }),
    ],
  ])('charges nothing for a page %s', async (_, change) => {
    const message = await page();
    await change(message);
    expect(await enricher.enrich(message)).toBe(message);
    expect(model.asked).toBe(0);
  });

  it.each<[string, DocumentContent, LanguageModel | undefined, RegExp]>([
    ['without a model', { markdown: 'Costs 12.' }, undefined, /^The format json could not be made: No language model/],
    ['without text', { markdown: ' \n' }, new TestModel(), /The page has no text/],
  ])('fails a page %s if no other format was requested, else warns', async (_, content, used, message) => {
    const alone = await enricherWith(used).enrich(await page([JSON_FORMAT], { content }));
    expect(alone.result).toMatchObject({
      failure: { reason: 'model-failed', message: expect.stringMatching(message) },
    });
    const beside = await enricherWith(used).enrich(
      await page([JSON_FORMAT, { type: 'links' }], { content: { ...content, links: [] } }),
    );
    expect(contentOf(beside)).toEqual({ links: [], warning: expect.stringMatching(message) });
  });

  it('warns instead of comparing with a version whose key is unknown', async () => {
    const tracking = { modes: ['json' as const], tag: null };
    const formats: Format[] = [{ type: 'markdown' }, { type: 'changeTracking', ...tracking, prompt: 'The price' }];
    const first = await page(formats, { changeTracking: tracking });
    await results.store(first);
    const { teamId } = first;
    const lost = new ContentCipher([new ContentKey(randomBytes(32))]);
    const markdown = lost.encrypt({ column: 'page_history.markdown', row: 'row' }, Buffer.from('Costs 12.'));
    const altered = await results.database.pageHistory.updateMany({
      where: { teamId },
      data: { markdown: Buffer.from(markdown) },
    });
    expect(altered.count).toBe(1);
    const jobId = await results.insertJob({ kind: 'batch', teamId, formats });
    const content = { markdown: 'Costs 13.' };
    const second = testDocument(jobId, { teamId, changeTracking: tracking, content });
    await leaseTestPages(results.database, [second]);
    const enriched = await enricher.enrich(second);
    const warning = 'The json mode of changeTracking is missing: the text of the previous scrape cannot be read.';
    expect(contentOf(enriched)).toEqual({ ...content, warning });
    expect(model.asked).toBe(0);
    await results.store(enriched);
    const stored = await results.database.document.findUniqueOrThrow({ where: { pageId: second.pageId } });
    expect(contentOf({ content: stored.content! })).toMatchObject({
      changeTracking: { changeStatus: 'changed' },
      warning,
    });
  });

  describe('while the model is unavailable', () => {
    /** A page rendered longer ago than LLM_DEADLINE. */
    const latePage = async () => Object.assign(await page(), { renderedAt: results.time.nowMs - DEADLINE_MS - 1 });

    it('tries a late page once, then one every ten seconds, and fails the others at once', async () => {
      model.isSilent = true;
      const failed = { failure: { reason: 'model-failed' } };
      expect((await enricher.enrich(await latePage())).result).toMatchObject(failed);
      expect(model.asked).toBe(1);
      for (let n = 0; n < 3; n += 1) expect((await enricher.enrich(await latePage())).result).toMatchObject(failed);
      expect(model.asked).toBe(1);
      results.time.nowMs += 10_000;
      expect((await enricher.enrich(await latePage())).result).toMatchObject(failed);
      expect(model.asked).toBe(2);
      model.isSilent = false;
      results.time.nowMs += 10_000;
      expect(contentOf(await enricher.enrich(await latePage()))).toEqual({ json: { price: 12 } });
      expect(contentOf(await enricher.enrich(await latePage()))).toEqual({ json: { price: 12 } });
    });

    it('retries a page until the model responds, within its deadline', async () => {
      model.isSilent = true;
      const enriched = enricher.enrich(Object.assign(await page(), { renderedAt: results.time.nowMs }));
      while (model.asked < 1) await new Promise((resolve) => setTimeout(resolve, 10));
      model.isSilent = false;
      expect(contentOf(await enriched)).toEqual({ json: { price: 12 } });
      expect(model.asked).toBe(2);
    });

    it('leaves a page to the next process at shutdown', async () => {
      model.isSilent = true;
      const enriched = enricher.enrich(Object.assign(await page(), { renderedAt: results.time.nowMs }));
      while (model.asked < 1) await new Promise((resolve) => setTimeout(resolve, 10));
      stopping.begin();
      await expect(enriched).rejects.toThrow();
    });
  });
});
