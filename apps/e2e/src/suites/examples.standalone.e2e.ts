import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type FixtureSite, startFixtureSite, startWebhookReceiver, treePath, until } from '@orbweaver/testing';
import { runJob } from '../harness/jobs';
import { readWebhookSecret } from '../harness/read-webhook-secret';
import {
  curl,
  type ExampleLanguage,
  missingPrograms,
  python,
  RunningExample,
  runExample,
  typescript,
} from '../harness/run-example';
import { BOOTSTRAP_KEY, System } from '../harness/system';
import { repositoryRoot } from '../harness/workspace';

/** More than one response holds (100). */
const TREE_PAGES = 110;

const system = System.shared();
const api = system.api();
const env = { ORBWEAVER: system.baseUrls[0]!, KEY: BOOTSTRAP_KEY, WEBHOOK_SECRET: '' };

let site: FixtureSite;
beforeAll(async () => {
  site = await startFixtureSite({ treePages: TREE_PAGES });
  env.WEBHOOK_SECRET = (await readWebhookSecret(api)).secret;
});
afterAll(() => site.close());

function describeExamples(languages: readonly ExampleLanguage[], suite: (language: ExampleLanguage) => void): void {
  for (const language of languages) {
    const missing = missingPrograms(language);
    if (missing.length > 0) {
      process.stderr.write(
        `The examples of ${language.name} are left out: ${missing.join(', ')} is not on the PATH.\n`,
      );
    }
    // Python and curl are optional except in CI.
    (missing.length > 0 ? describe.skip : describe)(`the ${language.name} examples`, () => suite(language));
  }
}

describeExamples([typescript, python, curl], (language) => {
  it('scrapes a page and prints its markdown', async () => {
    const url = site.main + treePath(0);
    const { lines, status } = await runExample(language, 'scrape', [url], env);
    const { markdown } = (await api.post('/v2/scrape', { url })).body.data;
    expect(lines.join('\n')).toBe(markdown.replace(/\n+/g, '\n').trim());
    expect(status).toBe(0);
  });

  it('prints the error of an invalid request', async () => {
    const { lines, stderr, status } = await runExample(language, 'scrape', ['http://10.0.0.1/'], env);
    expect(lines).toEqual([]);
    expect(stderr).toContain('URL must point to a public address');
    expect(status).not.toBe(0);
  });

  it('crawls a site and prints all results', async () => {
    const { lines, stderr, status } = await runExample(language, 'crawl', [`${site.main}/tree/`, '200'], env);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(lines.at(-1)).toBe(`completed: ${TREE_PAGES} pages`);
    const pages = Array.from({ length: TREE_PAGES }, (_, page) => `200 ${site.main}${treePath(page)}`);
    const printed = lines.slice(0, -1).map((line) => line.split(' ').slice(0, 2).join(' '));
    expect(printed.sort()).toEqual(pages.sort());
  });

  it('prints the warning of a crawl with disallowed pages', async () => {
    const { lines, status } = await runExample(language, 'crawl', [`${site.main}/robots/`, '20'], env);
    expect(status).toBe(0);
    expect(lines.slice(-2)).toEqual([
      expect.stringMatching(/^completed: \d+ pages$/),
      expect.stringMatching(/^warning: .*robots\.txt/),
    ]);
  });
});

describeExamples([typescript, python], (language) => {
  it('receives the webhooks of a crawl and rejects other signatures', async () => {
    const receiver = new RunningExample(language, 'webhook-receiver', ['0'], env);
    try {
      const [, url = ''] = /(http\S+)/.exec(await receiver.waitForLine(/^listening on /)) ?? [];
      const forged = await fetch(url, {
        method: 'POST',
        headers: { 'x-firecrawl-signature': `sha256=${'0'.repeat(64)}` },
        body: '{"type":"crawl.completed"}',
      });
      const unsigned = await fetch(url, { method: 'POST', body: '{"type":"crawl.completed"}' });
      expect([forged.status, unsigned.status]).toEqual([401, 401]);

      const start = `${site.main}/tree/`;
      await runJob(api, '/v2/crawl', { url: start, limit: 1, webhook: url });
      await receiver.waitForLine(/crawl\.completed/);
      expect(receiver.lines.slice(1)).toEqual([
        expect.stringMatching(/^refused: the signature is wrong\. WEBHOOK_SECRET here /),
        expect.stringMatching(/^refused: no signature was sent\. Orbweaver signs when WEBHOOK_SECRET is set/),
        'verified 1 crawl.started',
        `verified 2 crawl.page ${start}`,
        'verified 3 crawl.completed',
      ]);
    } finally {
      await receiver.stop();
    }
  });
});

describeExamples([typescript, python, curl], (language) => {
  it('rejects all signatures if the secret is empty', async () => {
    const example = language === curl ? 'check-signature' : 'webhook-receiver';
    const { stderr, status } = await runExample(language, example, ['0'], { WEBHOOK_SECRET: '' });
    expect(stderr).toContain('is not set');
    expect(status).not.toBe(0);
  });
});

describeExamples([curl], (language) => {
  it('rejects a webhook with a changed body', async () => {
    const receiver = await startWebhookReceiver();
    try {
      const webhook = { url: receiver.url, events: ['page'] };
      await runJob(api, '/v2/crawl', { url: `${site.main}/tree/`, limit: 1, webhook });
      const { headers, raw } = await until('the event of the page', () => receiver.deliveries[0], 15_000);
      const signature = String(headers['x-firecrawl-signature']);
      const check = (body: string, given = signature) => runExample(language, 'check-signature', [given], env, body);
      expect(await check(raw.toString())).toMatchObject({ lines: ['from Orbweaver'], status: 0 });
      expect(await check(`${raw} `)).toMatchObject({ lines: ['not from Orbweaver'], status: 1 });
      const unsigned = { lines: [expect.stringMatching(/^not signed: /)], status: 1 };
      expect(await check(raw.toString(), '')).toMatchObject(unsigned);
    } finally {
      await receiver.close();
    }
  });
});

describe('the pages of the docs', () => {
  it('finds only documented operations in the pages of the docs', async () => {
    const { paths } = (await api.get('/openapi.json')).body as { paths: Record<string, Record<string, unknown>> };
    const folder = path.join(repositoryRoot, 'apps/docs');
    const pages = ['', 'guide', 'runbooks'].flatMap((part) =>
      readdirSync(path.join(folder, part))
        .filter((name) => name.endsWith('.md'))
        .map((name) => path.join(folder, part, name)),
    );
    // Code blocks may name operations that do not exist.
    const text = pages.map((page) => readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```$/gm, '')).join('\n');
    const named = [...text.matchAll(/\b(GET|POST|DELETE) (\/v[12]\/[\w/<>-]*\w>?)/g)].map(
      ([, method = '', address = '']) => `${method} ${address.replaceAll(/<(\w+)>/g, '{$1}')}`,
    );
    const documented = Object.entries(paths).flatMap(([address, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${address}`),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((operation) => !documented.includes(operation))).toEqual([]);
  });
});
