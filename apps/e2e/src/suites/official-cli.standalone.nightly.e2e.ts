import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type FixtureSite, startFixtureSite } from '@orbweaver/testing';
import type { ReplyBody } from '../harness/api-client';
import { urlsOf } from '../harness/jobs';
import { readPicture } from '../harness/read-data-uri';
import { BOOTSTRAP_KEY, System } from '../harness/system';
import { ClientEnvironment } from '../official-client/client-environment';
import { CommandLine } from '../official-client/command-line';

const PAGES = 30;

describe('the official command line', () => {
  const system = System.shared();
  const environment = new ClientEnvironment();
  const commandLine = new CommandLine(environment, system.baseUrls[0]!, BOOTSTRAP_KEY);
  const run = (...args: string[]) => commandLine.run(...args);
  const runJson = async (...args: string[]): Promise<ReplyBody> => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return JSON.parse(stdout);
  };
  const fileOf = (name: string): string => readFileSync(path.join(environment.directory, name), 'utf8');
  let site: FixtureSite;
  beforeAll(async () => {
    site = await startFixtureSite({ treePages: PAGES });
  });
  afterAll(async () => {
    await site.close();
    const outside = environment.outsideHosts();
    environment.remove();
    expect(outside).toEqual([]);
  });

  it('scrapes a page to Markdown', async () => {
    const { code, stdout } = await run('scrape', `${site.main}/plain`, '--only-main-content');
    expect({ code, firstLine: stdout.split('\n')[0] }).toEqual({ code: 0, firstLine: '# Plain' });
  });

  it('scrapes with its options and actions', async () => {
    const document = await runJson(
      ...['scrape', `${site.main}/forms/delayed`, '--format', 'markdown,html,rawHtml,links,images'],
      ...['--include-tags', 'main', '--exclude-tags', 'h1', '--wait-for', '100', '--max-age', '0'],
      ...['--country', 'DE', '--languages', 'de,en', '--proxy', 'basic', '--screenshot'],
      ...['--actions', '[{"type":"click","selector":"#ask"},{"type":"wait","selector":"#answer"}]'],
    );
    expect(document.markdown).toContain('the answer has come');
    expect(document.markdown).not.toContain('# Delayed');
    expect(document).toMatchObject({ html: expect.any(String), rawHtml: expect.any(String), links: [], images: [] });
    expect(readPicture(document.screenshot)).toMatchObject({ type: 'png' });
  });

  it('scrapes several URLs and reports which one fails', async () => {
    const failing = `${site.main}/redirects/loop-a`;
    const { code, stderr } = await run('scrape', `${site.main}/plain`, `${site.main}/tree/1`, failing);
    expect(code).toBe(0);
    expect(stderr).toContain('2/3 succeeded, 1 failed');
    expect(stderr).toMatch(new RegExp(`Error: ${failing} - .*ERR_TOO_MANY_REDIRECTS`));
    expect(fileOf('.firecrawl/127.0.0.1-plain.md')).toContain('# Plain');
    expect(fileOf('.firecrawl/127.0.0.1-tree-1.md')).toContain('# Tree 1');
  });

  it('crawls, waits and writes all pages', async () => {
    const target = [
      'crawl',
      `${site.main}/tree/`,
      '--sitemap',
      'skip',
      '--max-depth',
      '9',
      '--include-paths',
      '/tree/',
    ];
    const patience = ['--wait', '--progress', '--poll-interval', '1', '--timeout', '60', '--output', 'crawl.json'];
    const { code, stderr } = await run(...target, '--limit', '500', '--max-concurrency', '20', ...patience);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(`${PAGES}/${PAGES} pages`) });
    const job = JSON.parse(fileOf('crawl.json'));
    expect(job).toMatchObject({ status: 'completed', completed: PAGES, total: PAGES });
    expect(new Set(urlsOf(job.data)).size).toBe(PAGES);
  });

  it('starts a crawl and reads its status', async () => {
    const { data } = await runJson('crawl', `${site.main}/calendar/`, '--delay', '1');
    expect(data).toMatchObject({ jobId: expect.any(String), status: 'processing' });
    expect(await runJson('crawl', data.jobId)).toMatchObject({ id: data.jobId, status: 'scraping' });
    await system.api().delete(`/v2/crawl/${data.jobId}`);
  });

  it("reads the team's usage", async () => {
    const { data } = await runJson('credit-usage', '--json');
    expect(data).toMatchObject({ remainingCredits: expect.any(Number), planCredits: expect.any(Number) });
    const { code, stdout } = await run('--status');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/Concurrency:[\s\S]*Credits:/) });
  });

  it('maps a site', async () => {
    const { links } = (await runJson('map', site.main, '--limit', '20', '--json')).data;
    expect(links.map(({ url }: { url: string }) => url)).toContain(`${site.main}/tree/1`);
  });

  it('parses a file', async () => {
    writeFileSync(path.join(environment.directory, 'hours.html'), '<h1>Opening hours</h1>');
    const { code, stdout } = await run('parse', 'hours.html');
    expect({ code, stdout: stdout.trim() }).toEqual({ code: 0, stdout: '# Opening hours' });
  });

  it.each<[string, string[], string]>([
    ['a job that there is not', ['crawl', '00000000-0000-4000-8000-000000000000'], 'Job not found'],
    ['a wrong key', ['--api-key', 'wrong', 'credit-usage'], 'Unauthorized: Invalid token'],
    ['a switch that is not there', ['scrape', 'http://127.0.0.1/', '--lockdown'], 'not available in this installation'],
    [
      'a feature that Orbweaver has not',
      ['agent', 'find lamps'],
      'Not found: POST /v2/agent. This service has no agent operation. See /docs.',
    ],
  ])("prints the service's error for %s", async (_what, args, message) => {
    const { code, stderr } = await run(...args);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
  });
});
