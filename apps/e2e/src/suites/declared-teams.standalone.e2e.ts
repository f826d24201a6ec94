import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ReceivedWebhook, startWebhookReceiver, until } from '@orbweaver/testing';
import { runJob, urlsOf } from '../harness/jobs';
import { adminEnv, runCommand } from '../harness/run-admin';
import { htmlPage, type SmallSite, startSmallSite } from '../harness/small-site';
import { startStandalone } from '../harness/start-standalone';
import type { System } from '../harness/system';
import { makeDirectory } from '../harness/workspace';

const KEY = 'declared-key-of-the-search-team';
const SHOP_KEY = 'declared-key-of-the-shop-team';
const HOOKS_KEY = 'declared-key-of-the-hooks-team';
const NEXT_KEY = 'the-next-key-of-the-search-team';

const folder = makeDirectory();
const file = path.join(folder, 'teams.yaml');
const write = (text: string) => writeFileSync(file, text);

const search = (more = '') => `
teams:
  - name: search
    limits: {maxConcurrency: 3}
    credits: 500
    keys:
      - {name: importer, rights: [read], keyFile: key}
${more}`;

/** Names of the secrets that verify a delivery, by header. */
function signersOf({ headers, raw }: ReceivedWebhook, secrets: Record<string, string>) {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.`;
  const given = String(headers['webhook-signature']).split(' ');
  const hmac = (secret: string, prefix = '') => createHmac('sha256', secret).update(prefix).update(raw);
  const accepted = (verify: (secret: string) => boolean) =>
    Object.keys(secrets).filter((name) => verify(secrets[name]!));
  return {
    firecrawl: accepted((secret) => headers['x-firecrawl-signature'] === `sha256=${hmac(secret).digest('hex')}`),
    standard: accepted((secret) => given.includes(`v1,${hmac(secret, signed).digest('base64')}`)),
  };
}

describe('TEAMS_FILE', () => {
  let system: System;
  let site: SmallSite;
  let closed: SmallSite;
  const visits: string[] = [];
  beforeAll(async () => {
    writeFileSync(path.join(folder, 'key'), KEY);
    writeFileSync(path.join(folder, 'next'), NEXT_KEY);
    write(search());
    closed = await startSmallSite((request, response) => {
      visits.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage('closed', []));
    });
    site = await startSmallSite((request, response) => {
      if (request.url === '/leaves') return response.writeHead(302, { location: `${closed.origin}/target` }).end();
      response.writeHead(200, { 'content-type': 'text/html' });
      const loaded = `<iframe src="${closed.origin}/frame"></iframe><img src="${closed.origin}/image.png">`;
      response.end(
        htmlPage(request.url ?? '', [`${closed.origin}/linked`, '/inside'], request.url === '/loads' ? loaded : ''),
      );
    });
    system = await startStandalone({ TEAMS_FILE: file }, folder);
  });
  afterAll(() => Promise.all([system?.stop(), site?.stop(), closed?.stop()]));

  const statusOf = async (key: string, route = '/v2/team') => (await system.api(key).get(route)).status;
  const diff = (...options: string[]) => runCommand(['teams', 'diff', ...options], adminEnv(system));

  it('adds teams and keys before the first request, and follows changes of the file', async () => {
    expect(await statusOf(KEY)).toBe(200);
    expect((await system.api(KEY).post('/v2/crawl', {})).status).toBe(403);
    expect((await system.api(KEY).get('/v2/concurrency-check')).body).toMatchObject({ maxConcurrency: 3 });
    expect(await diff()).toBe('no differences\n');

    const changed = search('      - {name: next, rights: [read], keyFile: next}\n');
    const proposed = path.join(folder, 'proposed.yaml');
    writeFileSync(proposed, changed);
    await expect(diff('--file', proposed)).rejects.toMatchObject({
      code: 1,
      stdout: '+ key "next" of team "search" (read)\n',
    });
    write(changed);
    await until('the new key is accepted', async () => (await statusOf(NEXT_KEY)) === 200);
    expect(await statusOf(KEY)).toBe(200);
    expect(await diff()).toBe('no differences\n');
    const audit = await runCommand(['audit', 'list', '--limit', '10'], adminEnv(system));
    expect(audit).toMatch(/teams-file/);
    expect(audit).not.toContain(NEXT_KEY);
  });

  it('limits a team to its hosts: requests, redirects and links of crawls, and requests of pages', async () => {
    const { host } = new URL(closed.origin);
    writeFileSync(path.join(folder, 'shop'), SHOP_KEY);
    write(`${search()}
  - name: shop
    hosts: {closed: ["${host}"]}
    keys: [{name: all, keyFile: shop}]
`);
    await until('the key of the new team is accepted', async () => (await statusOf(SHOP_KEY)) === 200);
    const api = system.api(SHOP_KEY);
    const leaves = `${site.origin}/leaves`;
    for (const body of [{ url: closed.origin }, { url: leaves }, { url: leaves, waitFor: 1 }]) {
      const refused = await api.post('/v2/scrape', { ...body, maxAge: 0 });
      expect(refused).toMatchObject({ status: 403, body: { code: 'UNSUPPORTED_SITE' } });
      expect(refused.body.error).toContain('for this team');
    }
    const crawl = { url: site.origin, allowExternalLinks: true, ignoreRobotsTxt: true, sitemap: 'skip' };
    const job = await runJob(api, '/v2/crawl', crawl);
    expect(urlsOf(job.documents).sort()).toEqual([`${site.origin}/`, `${site.origin}/inside`]);
    const loads = await api.post('/v2/scrape', { url: `${site.origin}/loads`, waitFor: 500, maxAge: 0 });
    expect(loads).toMatchObject({ status: 200, body: { data: { markdown: expect.stringContaining('/loads') } } });
    expect((await api.post('/v2/map', { url: `${site.origin}/leaves` })).body).toMatchObject({
      success: true,
      warning: expect.stringContaining('for this team'),
    });
    expect(visits).toEqual([]);
  }, 120_000);

  it('signs webhooks with the declared secret, and after its change with both', async () => {
    const receiver = await startWebhookReceiver();
    const [first, second] = ['the-declared-webhook-secret', 'the-next-declared-webhook-secret'] as const;
    const secret = path.join(folder, 'hooks');
    writeFileSync(path.join(folder, 'hooks-key'), HOOKS_KEY);
    writeFileSync(secret, first);
    write(`${search()}
  - name: hooks
    webhookSecret: {file: hooks}
    keys: [{name: all, keyFile: hooks-key}]
`);
    await until('the key of the new team is accepted', async () => (await statusOf(HOOKS_KEY)) === 200);
    const api = system.api(HOOKS_KEY);
    const signers = async () => {
      const { deliveries } = receiver;
      const before = deliveries.length;
      await runJob(api, '/v2/crawl', {
        url: `${site.origin}/inside`,
        limit: 1,
        webhook: { url: receiver.url, events: ['completed'] },
      });
      await until('the event is delivered', () => deliveries.length > before, 30_000);
      return signersOf(deliveries.at(-1)!, { first, second });
    };
    expect(await signers()).toEqual({ firecrawl: ['first'], standard: ['first'] });

    writeFileSync(secret, second);
    const rotated = () => api.get('/v2/webhooks/secret').then(({ body }) => body.webhookSecret.secret === second);
    await until('the next secret is applied', rotated);
    expect(await signers()).toEqual({ firecrawl: ['second'], standard: ['first', 'second'] });
    await receiver.close();

    const proposed = path.join(folder, 'proposed-hooks.yaml');
    writeFileSync(path.join(folder, 'proposed-secret'), 'a-proposed-webhook-secret');
    writeFileSync(proposed, 'teams: [{name: hooks, webhookSecret: {file: proposed-secret}}]');
    await expect(diff('--file', proposed)).rejects.toMatchObject({
      code: 1,
      stdout: '~ team "hooks": another webhook secret\n',
    });
  }, 120_000);

  it('keeps the teams while the file is invalid, and reports it as a metric', async () => {
    const failed = async () =>
      /^orbweaver_teams_file_failed (\d)$/m.exec(
        await (await fetch(`${system.process('standalone').url}/metrics`)).text(),
      )?.[1];
    expect(await failed()).toBe('0');
    write('teams:\n  - name: search\n    limits: {maxConcurrency: many}\n');
    await until('the file is refused', async () => (await failed()) === '1');
    expect(await statusOf(KEY)).toBe(200);
    write(`prune: true${search()}`);
    await until('the corrected file is applied', async () => (await failed()) === '0');
    // The key that the file no longer contains; gateways remember a valid key for 20 s.
    await until('the pruned key is rejected', async () => (await statusOf(NEXT_KEY)) === 401, 120_000);
  }, 180_000);
});
