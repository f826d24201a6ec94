import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type ModelProvider,
  type Searxng,
  startModelProvider,
  startSearxng,
  startWebhookReceiver,
  type WebhookReceiver,
} from '@orbweaver/testing';
import { matchJson } from '../guide/match-answer';
import { PageReader } from '../guide/page-reader';
import { type GuideRequest, operationsOf, readGuide } from '../guide/read-guide';
import { serveExampleSite } from '../guide/serve-example-site';
import { addTeam } from '../harness/run-admin';
import { missingPrograms, python } from '../harness/run-example';
import type { SmallSite } from '../harness/small-site';
import { startStandalone } from '../harness/start-standalone';
import { BOOTSTRAP_KEY, System } from '../harness/system';
import { repositoryRoot } from '../harness/workspace';
import { ClientEnvironment } from '../official-client/client-environment';
import { McpClient } from '../official-client/mcp-client';

const DOCS = path.join(repositoryRoot, 'apps/docs');

/** Pages whose requests need a language model or a search engine. */
const WITH_MODEL = new Set(['guide/extract.md', 'guide/extract-job.md', 'guide/crawl-by-prompt.md', 'guide/search.md']);

/** The lamp that a page of the example site describes. */
function lampsOf(page: string): object[] {
  const [, name, price] = /# (\w+ lamp)\s+It costs (\d+)/.exec(page) ?? [];
  return name === undefined ? [] : [{ name, price: Number(price) }];
}

/** Requests that need Python are left out without it, like the Python client suites. */
const needsMissingPython = ({ language, command }: GuideRequest) =>
  language === 'python'
    ? process.env.ORBWEAVER_PYTHON === undefined
    : command.startsWith('python3') && missingPrograms(python).length > 0;

const pages = ['guide.md', ...readdirSync(path.join(DOCS, 'guide')).map((name) => `guide/${name}`)]
  .map((name) => ({ name, text: readFileSync(path.join(DOCS, name), 'utf8') }))
  .map(({ name, text }) => ({ name, text, requests: readGuide(text) }));
const textOf = (name: string) => pages.find((page) => page.name === name)?.text ?? '';

const withRequests = pages.filter(({ requests }) => requests.length > 0);

describe('the guide', () => {
  const shared = System.shared();
  /** Key of a separate team, because other suites leave crawls running. */
  let key: string;
  let model: ModelProvider;
  let searxng: Searxng;
  let withModel: System;
  let receiver: WebhookReceiver;
  let site: SmallSite;
  const clients = new ClientEnvironment();
  beforeAll(async () => {
    key = await addTeam(shared);
    receiver = await startWebhookReceiver();
    model = await startModelProvider();
    model.reply(({ system, user }) => {
      if (user.includes('All lamps with their prices')) return { json: { lamps: lampsOf(user) } };
      if (system.includes('summarize')) return 'A desk lamp for 20 euros.';
      if (system.includes('crawl')) return { json: { includePaths: ['^/lamps/'], limit: 3 } };
      return { json: { name: 'Desk lamp', price: 20 } };
    });
    searxng = await startSearxng();
    searxng.results(() => [
      { url: `${site.origin}/lamps/desk.html`, title: 'Desk lamp', content: 'A lamp for desks.' },
      { url: `${site.origin}/lamps/floor.html`, title: 'Floor lamp', content: 'A lamp for floors.' },
    ]);
    withModel = await startStandalone({ LLM_BASE_URL: model.url, LLM_MODEL: 'small', SEARCH_URL: searxng.url });
  });
  afterAll(async () => {
    await withModel?.stop();
    await searxng?.close();
    await model?.close();
    await receiver?.close();
    const outside = clients.outsideHosts();
    clients.remove();
    expect(outside).toEqual([]);
  });
  // A new origin for each page, so that nothing is cached.
  beforeEach(async () => {
    site = await serveExampleSite();
  });
  afterEach(() => site.stop());

  const readerOf = (page: string) => {
    const [url = ''] = (WITH_MODEL.has(page) ? withModel : shared).baseUrls;
    const ownKey = WITH_MODEL.has(page) ? BOOTSTRAP_KEY : key;
    return new PageReader(
      [
        ['http://127.0.0.1:3002', url],
        ['http://127.0.0.1:8000', site.origin],
        ['http://127.0.0.1:8080', new URL(receiver.url).origin],
        ['127.0.0.1_8000', new URL(site.origin).host.replace(':', '_')],
        ['/tmp/pages', path.join(clients.directory, 'pages')],
      ],
      {
        ORBWEAVER: url,
        KEY: ownKey,
        OLD: shared.baseUrls[0] ?? '',
        OLD_KEY: key,
        NEW: withModel.baseUrls[0] ?? '',
        NEW_KEY: BOOTSTRAP_KEY,
        PYTHONPATH: process.env.ORBWEAVER_PYTHON_PACKAGES ?? '',
        ...clients.env({}),
      },
    );
  };

  // curl is optional except in CI.
  (missingPrograms({ needs: ['curl'] }).length > 0 ? it.skip : it).each(withRequests)(
    'shows in $name what the service answers',
    async ({ name, requests, text }) => {
      const reader = readerOf(name);
      for (const request of requests) {
        if (!needsMissingPython(request)) await reader.follow(request);
      }
      expect(requests.some(({ answer }) => answer !== undefined)).toBe(true);
      if (name === 'guide/webhooks.md') expectEvents(text, reader);
    },
    180_000,
  );

  /** The page shows the events in the order of delivery. */
  function expectEvents(text: string, reader: PageReader): void {
    const [, events = ''] = /## What arrives\n([\s\S]*?)\n## /.exec(text) ?? [];
    const shown = [...events.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, event = '']) => event);
    const got = receiver.deliveries.slice(0, shown.length).map(({ raw }) => JSON.parse(reader.asShown(raw.toString())));
    expect(shown.map((event, index) => matchJson(event, got[index], reader.ids))).toEqual(shown.map(() => undefined));
    expect(shown).toHaveLength(3);
  }

  it('shows a request and its response for every public operation', async () => {
    const { paths } = (await shared.api().get('/openapi.json')).body as { paths: Record<string, object> };
    const documented = Object.entries(paths)
      .filter(([address]) => /^\/v[12]\//.test(address))
      .flatMap(([address, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${address}`))
      .map((operation) => operation.replaceAll(/\{\w+\}/g, '{id}'));
    const shown = pages.flatMap(({ requests }) =>
      requests.flatMap(({ command, answer }) => (answer === undefined ? [] : operationsOf(command))),
    );
    expect(documented.filter((operation) => !shown.includes(operation))).toEqual([]);
  });

  it('names the tested versions of the clients', () => {
    const rows = [...textOf('guide/clients.md').matchAll(/\| `([@\w/-]+)` (\d[\d.]+) \|/g)].map(([, name, version]) => [
      name,
      version,
    ]);
    const { devDependencies } = JSON.parse(readFileSync(path.join(repositoryRoot, 'apps/e2e/package.json'), 'utf8'));
    const requirements = readFileSync(path.join(repositoryRoot, 'libs/tooling/python-client/requirements.txt'), 'utf8');
    const run = (name = '') => devDependencies[name] ?? new RegExp(`^${name}==(.*)$`, 'm').exec(requirements)?.[1];
    expect(rows).toHaveLength(5);
    expect(rows).toEqual(rows.map(([name]) => [name, run(name)]));
  });

  it('shows settings with which the MCP server reaches the service', async () => {
    const [, settings = ''] = /^```json\n({\s+"mcpServers"[\s\S]*?)^```$/m.exec(textOf('guide/clients.md')) ?? [];
    const { command, args, env } = JSON.parse(settings).mcpServers.firecrawl;
    expect([command, args, Object.keys(env)]).toEqual([
      'npx',
      ['-y', 'firecrawl-mcp'],
      ['FIRECRAWL_API_URL', 'FIRECRAWL_API_KEY'],
    ]);
    const client = new McpClient(clients, shared.baseUrls[0]!, BOOTSTRAP_KEY);
    await client.connect();
    expect(await client.call('firecrawl_credit_usage', {})).toHaveProperty('result.remainingCredits');
    await client.close();
  });
});
