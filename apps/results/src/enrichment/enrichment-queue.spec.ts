import { randomBytes, randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { ContentCipher, ContentKey } from '@orbweaver/object-store';
import { noTracing, Stopping } from '@orbweaver/platform';
import { until } from '@orbweaver/testing';
import { leaseTestPages } from '../../test/frontier-rows';
import { quietLog, type ResultsHarness, startResultsHarness } from '../../test/results-harness';
import { testDocument } from '../../test/test-document';
import { EnrichmentQueue } from './enrichment-queue';

const keys = [new ContentKey(randomBytes(32)), new ContentKey(randomBytes(32))] as const;

describe('EnrichmentQueue with encryption', () => {
  let results: ResultsHarness;
  const enriched: string[] = [];
  beforeAll(async () => {
    results = await startResultsHarness();
  });
  afterAll(() => results.close());

  function queueWith(...used: ContentKey[]): EnrichmentQueue {
    const enricher = {
      enrich: async (document: { content?: Uint8Array }) => {
        enriched.push(gunzipSync(document.content!).toString());
        return document;
      },
    };
    const documents = { interactive: { add: async () => undefined }, bulk: { add: async () => undefined } };
    return new EnrichmentQueue(
      results.database,
      { LLM_CONCURRENCY: 1 },
      quietLog,
      new Stopping(),
      enricher as never,
      documents as never,
      results.metrics,
      results.signals,
      noTracing,
      new ContentCipher(used),
    );
  }

  const rowOf = (pageId: string) => results.database.enrichment.findUnique({ where: { pageId } });

  async function add(queue: EnrichmentQueue, teamId: string = randomUUID()) {
    const jobId = await results.insertJob({ kind: 'batch', teamId });
    const message = testDocument(jobId, { teamId, content: { markdown: 'Secret words.' } });
    await leaseTestPages(results.database, [message]);
    await queue.add(message, false);
    return message.pageId;
  }

  it('stores messages encrypted, and does not count attempts while their key is missing', async () => {
    const pageId = await add(queueWith(keys[0]));
    const { message } = (await rowOf(pageId))!;
    expect(Buffer.from(message).subarray(0, 4)).toEqual(Buffer.from([0x00, 0xae, 0x6f, 0x77]));
    for (let attempt = 0; attempt < 7; attempt++) {
      await queueWith(keys[1]).begin();
      expect(await rowOf(pageId)).toMatchObject({ attempts: 0 });
      await results.database.enrichment.update({ where: { pageId }, data: { claimedUntil: null } });
    }
    expect(enriched).toEqual([]);
    const queue = queueWith(keys[1], keys[0]);
    await queue.begin();
    await queue.drain();
    await until('the message to be handled', async () => ((await rowOf(pageId)) === null ? true : undefined));
    expect(enriched).toEqual([expect.stringContaining('Secret words.')]);
  });

  it('postpones messages whose key is missing by minutes, and handles the next message of the team at once', async () => {
    const teamId = randomUUID();
    const locked: string[] = [];
    for (let n = 0; n < 5; n++) locked.push(await add(queueWith(keys[0]), teamId));
    const pageId = await add(queueWith(keys[1]), teamId);
    const rung = jest.spyOn(results.signals.enrichments, 'set');
    const queue = queueWith(keys[1]);
    await queue.begin();
    await queue.drain();
    await until('the message to be handled', async () => ((await rowOf(pageId)) === null ? true : undefined));
    expect(rung).toHaveBeenCalledTimes(1);
    for (const id of locked) {
      const { attempts, claimedUntil } = (await rowOf(id))!;
      expect(attempts).toBe(0);
      expect(claimedUntil!.getTime()).toBeGreaterThan(Date.now() + 60_000);
    }
    await queue.begin();
    expect(rung).toHaveBeenCalledTimes(1);
    rung.mockRestore();
  });

  it('deletes an altered message, so that the page is rendered again', async () => {
    const queue = queueWith(keys[0]);
    const pageId = await add(queue);
    const { message } = (await rowOf(pageId))!;
    const altered = Buffer.from(message);
    altered[altered.length - 1]! ^= 1;
    await results.database.enrichment.update({ where: { pageId }, data: { message: altered } });
    await queue.begin();
    await queue.drain();
    expect(await rowOf(pageId)).toBeNull();
  });
});
