import { InputThreads } from '@orbweaver/platform';
import { z } from 'zod';
import { type Answer, startGateway, type TestGateway } from '../../test/start-gateway';
import { jsonSchema } from '../wire/json-schema';
import { CheckSchemas } from './check-schemas';
import { FairQueue } from './fair-queue';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const url = 'https://site.example/';
const post = (path: string, body: object) => gateway.call(path, { method: 'POST', body });

/** Takes at least 0.5 s to compile, without patterns. */
const laborious = (seed: number) => ({
  anyOf: Array.from({ length: 2_500 }, (_, n) => ({ type: 'object', required: [`k${seed}-${n}`] })),
  unevaluatedProperties: false,
});

/** Each pattern has a size of 600,000 and takes 1 s to compile. */
const repeated = (seed: number, length: number) =>
  Array.from({ length }, (_, n) => ({
    type: 'json',
    schema: { type: 'string', pattern: `${seed}${n}(?:${Array(300).fill('ab').join('|')}){1000}` },
  }));

/** The shortest maximum wait of up to three rounds, to tolerate a busy machine. Each round needs new input. */
async function longestWaitOfRounds(
  ask: (round: number) => Promise<Answer>[],
): Promise<{ ms: number; answers: Answer[] }> {
  let best = Number.POSITIVE_INFINITY;
  let answers: Answer[] = [];
  for (let round = 1; round <= 3 && best >= MAX_WAIT_MS; round += 1) {
    const all = Promise.all(ask(round));
    best = Math.min(best, await longestWait(all));
    answers = await all;
  }
  return { ms: best, answers };
}

/** One compilation on the event loop exceeds it. */
const MAX_WAIT_MS = 900;

/** Maximum latency of a request without a schema while `others` are in progress. */
async function longestWait(others: Promise<Answer[]>): Promise<number> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  void others.then(end, end);
  let longestMs = 0;
  while (!isOver) {
    const from = performance.now();
    expect((await gateway.call('/v0/health/liveness', { key: null })).status).toBe(200);
    longestMs = Math.max(longestMs, performance.now() - from);
  }
  return longestMs;
}

describe('CheckSchemas', () => {
  const invalid = { type: 'nonsense' };
  it.each<[string, string, object]>([
    ['/v2/scrape', 'formats.1.schema', { url, formats: ['markdown', { type: 'json', schema: invalid }] }],
    ['/v2/scrape', 'formats.1.schema', { url, formats: ['markdown', { type: 'changeTracking', schema: invalid }] }],
    ['/v2/batch/scrape', 'formats.0.schema', { urls: [url], formats: [{ type: 'json', schema: invalid }] }],
    [
      '/v2/crawl',
      'scrapeOptions.formats.0.schema',
      { url, scrapeOptions: { formats: [{ type: 'json', schema: invalid }] } },
    ],
    [
      '/v2/crawl/preview',
      'scrapeOptions.formats.0.schema',
      { url, urls: [url], scrapeOptions: { formats: [{ type: 'json', schema: invalid }] } },
    ],
    ['/v1/scrape', 'jsonOptions.schema', { url, formats: ['json'], jsonOptions: { schema: invalid } }],
    ['/v1/scrape', 'extract.schema', { url, formats: ['extract'], extract: { schema: invalid } }],
    ['/v1/batch/scrape', 'changeTrackingOptions.schema', { urls: [url], changeTrackingOptions: { schema: invalid } }],
    [
      '/v1/crawl',
      'scrapeOptions.jsonOptions.schema',
      { url, scrapeOptions: { formats: ['json'], jsonOptions: { schema: invalid } } },
    ],
  ])('checks the schema of %s at %s', async (path, field, body) => {
    const { status, body: answer } = await post(path, body);
    expect(answer.error).toMatch(`${field}: Invalid JSON schema. `);
    expect({ status, path: answer.details[0].path.join('.') }).toEqual({ status: 400, path: field });
  });

  it('finds schemas in any field', async () => {
    const threads = new InputThreads();
    try {
      const checks = new CheckSchemas(threads, new FairQueue());
      const wire = z.object({ other: z.array(z.object({ shape: jsonSchema.optional() })) });
      const body = wire.parse({ other: [{}, { shape: invalid }] });
      await expect(checks.check({ teamId: 'team' }, body)).rejects.toThrow('other.1.shape: Invalid JSON schema. ');
    } finally {
      await threads.close();
    }
  });

  it.each<[string, object[], RegExp]>([
    ['repeated json formats', repeated(0, 10), /You may only specify one json format/],
    ['a pattern of 300,000 instructions', repeated(1, 1), /^formats\.0\.schema: .* patterns are too large together/],
    [
      'a property name of 300,000 instructions',
      [{ type: 'json', schema: { patternProperties: { '(?:[a-f]{100}){1000}': {} } } }],
      /patterns are too large together/,
    ],
    [
      'patterns that are too large together only',
      [{ type: 'json', schema: { anyOf: Array.from({ length: 30 }, (_, n) => ({ pattern: `${n}a{1000}` })) } }],
      /patterns are too large together/,
    ],
  ])('rejects %s within 3 s', async (_, formats, error) => {
    const from = performance.now();
    const answer = await post('/v2/scrape', { url, formats });
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(error) } });
    expect(performance.now() - from).toBeLessThan(3000);
  });

  it('does not delay other requests while schemas are compiled', async () => {
    const { ms, answers } = await longestWaitOfRounds((round) => [
      post('/v2/scrape', { url, formats: repeated(100 + round, 10) }),
      post('/v2/scrape', { url, formats: repeated(200 + round, 10) }),
      post('/v2/scrape', { url, formats: [{ type: 'json', schema: laborious(300 + round) }] }),
      post('/v2/crawl/preview', {
        url,
        urls: [url],
        scrapeOptions: { formats: [{ type: 'json', schema: laborious(400 + round) }] },
      }),
    ]);
    expect(ms).toBeLessThan(MAX_WAIT_MS);
    expect(answers.slice(0, 2).map(({ status }) => status)).toEqual([400, 400]);
  });

  it('limits all schemas of a request to one second', async () => {
    const [schema, other, third] = [3, 4, 5].map(laborious);
    const body = {
      url,
      formats: ['json', 'extract', 'markdown', 'changeTracking'],
      jsonOptions: { schema },
      extract: { schema: other },
      changeTrackingOptions: { schema: third },
    };
    const first = await post('/v1/scrape', body);
    expect(first).toMatchObject({ status: 400, body: { error: expect.stringMatching('too large') } });
  });
});

describe('patterns of a crawl', () => {
  /** Case folding of a large range takes 2 ms per class. */
  const involved = (seed: number) => `(?i)${seed}${'[\\x{80}-\\x{10fff}]'.repeat(900)}`;

  it.each<[string, (seed: number) => [string, object]]>([
    ['a crawl', (seed) => ['/v2/crawl', { url, includePaths: [involved(seed)] }]],
    ['a crawl of v1', (seed) => ['/v1/crawl', { url, excludePaths: [involved(seed)] }]],
    ['a preview', (seed) => ['/v2/crawl/preview', { url, urls: [url], includePaths: [involved(seed)] }]],
  ])('rejects slow patterns of a crawl in %s without delaying other requests', async (_, hostile) => {
    const { ms, answers } = await longestWaitOfRounds((round) =>
      [1, 2].map((seed) => post(...hostile(10 * round + seed))),
    );
    expect(ms).toBeLessThan(MAX_WAIT_MS);
    for (const { status, body } of answers) {
      expect({ status, error: body.error }).toEqual({
        status: 400,
        error: expect.stringMatching('take too long to compile'),
      });
    }
  });
});
