/// <reference lib="dom" />
import { createServer } from 'node:http';
import { type FixtureSite, listenOnFreshPort, startFixtureSite } from '@orbweaver/testing';
import { ConsoleBrowser, findViolations } from '../harness/console-browser';
import { runJob } from '../harness/jobs';
import { addTeam } from '../harness/run-admin';
import { System } from '../harness/system';

const LOAD_MS = 10_000;
const NARROW = 360;

describe('console', () => {
  const system = System.shared();
  let key: string;
  let site: FixtureSite;
  let browser: ConsoleBrowser;

  beforeAll(async () => {
    key = await addTeam(system, [], undefined, 'team,admin');
    site = await startFixtureSite({ treePages: 10 });
    browser = await ConsoleBrowser.open(system);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const open = (screen: string, changes = {}) => browser.visit(screen, { key, ...changes });
  type Page = Awaited<ReturnType<typeof open>>['page'];
  const waitForText = (page: Page, text: string) =>
    page.waitForFunction((wanted) => document.body.textContent?.includes(wanted), { timeout: LOAD_MS }, text);
  const clickText = (page: Page, text: string) => page.locator(`::-p-text(${text})`).setTimeout(LOAD_MS).click();
  const height = (page: Page, selector: string) =>
    page.$eval(selector, (element) => element.getBoundingClientRect().height);
  /** A batch with a page that is scraped and pages that fail. */
  async function runFailingBatch(changes = {}) {
    const gone = createServer();
    const port = await listenOnFreshPort(gone);
    gone.close();
    const urls = [`${site.main}/tree/`, `http://127.0.0.1:${port}/a`, `http://127.0.0.1:${port}/b`];
    return runJob(system.api(key), '/v2/batch/scrape', { urls, ...changes });
  }

  it('shows the figures of charts as text in a browser whose language is not a valid tag', async () => {
    const { page, errors } = await open('jobs');
    await page.evaluateOnNewDocument(() =>
      Object.defineProperty(navigator, 'language', { get: () => 'en-US@posix', configurable: true }),
    );
    await page.goto(page.url().replace('/jobs', '/account'), { waitUntil: 'networkidle2' });
    await waitForText(page, 'This browser shows no charts.');
    await waitForText(page, 'Create');
    expect(errors).toEqual([]);
  });

  it('offers to reload a screen that cannot be shown', async () => {
    const { page } = await open('jobs');
    await page.setRequestInterception(true);
    let isBroken = true;
    page.on('request', (request) =>
      isBroken && /\/account-[^/]*\.js/.test(request.url()) ? request.abort() : request.continue(),
    );
    await page.click('nav a[href$="/account"]');
    await waitForText(page, 'This screen cannot be shown');
    expect(await findViolations(page)).toEqual([]);
    await page.click('nav a[href$="/webhooks"]');
    await waitForText(page, 'No events');
    await page.click('nav a[href$="/account"]');
    isBroken = false;
    await clickText(page, 'Reload');
    await page.waitForSelector('.chart canvas', { timeout: LOAD_MS });
  });

  it('creates a key that expires when the form that was sent shows it', async () => {
    const { page } = await open('account');
    await page.locator('form input[name=name]').fill('expires soon');
    // The form is sent in the same task as the choice.
    await page.$eval('form select[name=days]', (select) => {
      select.value = '7';
      select.dispatchEvent(new Event('change', { bubbles: true }));
      select.form!.requestSubmit();
    });
    await page.waitForSelector('.notice code', { timeout: LOAD_MS });
    const { body } = await system.api(key).get('/v2/team/keys');
    const made = body.keys.find(({ name }: { name: string }) => name === 'expires soon');
    expect(Math.round((Date.parse(made.expiresAt) - Date.now()) / 86_400_000)).toBe(7);
    expect(await page.$eval('form input[name=name]', ({ value }) => value)).toBe('');
  });

  it('does not send a request while a field shows text that is not JSON', async () => {
    const { page } = await open('playground/crawl');
    await page.locator('.composer textarea.code').fill('{"formats": [');
    await page.click('.composer button[type=submit]');
    expect(await page.$eval('.composer textarea.code', (text) => text.matches(':invalid:focus'))).toBe(true);
    await clickText(page, 'Reset');
    await page.waitForSelector('.composer textarea.code:valid', { timeout: LOAD_MS });
    expect(await page.$eval('.composer textarea.code', ({ value }) => value)).toBe('');
  });

  it('names the job in its heading and title, and shows failures in its progress', async () => {
    const { id } = await runFailingBatch();
    const { page } = await open(`jobs/${id}`);
    await waitForText(page, 'Batch of 3 URLs');
    expect(await page.title()).toBe('Batch of 3 URLs – Orbweaver');
    await page.waitForSelector('.heading .badge.completed', { timeout: LOAD_MS });
    const widths = await page.$$eval('.progress > span', (bars) =>
      bars.map(({ className, style }) => [className, style.width]),
    );
    expect(widths).toEqual([
      ['done', '33.3333%'],
      ['failed', '66.6667%'],
      ['leased', '0%'],
    ]);
    await page.click('nav a[href$="/jobs"]');
    await page.waitForFunction(() => document.title === 'Jobs – Orbweaver', { timeout: LOAD_MS });
  });

  it('disables exports of formats that the job did not request', async () => {
    const job = await runJob(system.api(key), '/v2/crawl', { url: `${site.main}/tree/`, limit: 1 });
    const { page } = await open(`jobs/${job.id}`);
    await waitForText(page, 'warc needs the format rawHtml, which this job did not request.');
    const exports = await page.$$eval('.actions button', (buttons) =>
      buttons
        .filter(({ textContent }) => textContent?.startsWith('Export'))
        .map((button) => [button.textContent, button.disabled]),
    );
    expect(exports).toEqual([
      ['Export jsonl', false],
      ['Export zip', false],
      ['Export warc', true],
    ]);
  });

  it('offers to run a job with changes whose header values are erased', async () => {
    const { id } = await runFailingBatch({ headers: { 'X-Token': 'secret' } });
    const { page } = await open(`jobs/${id}`);
    await clickText(page, 'Retry 2 failed pages');
    await waitForText(page, 'Enter the header values again');
    await page.locator('p button::-p-text(Run again with changes)').setTimeout(LOAD_MS).click();
    await waitForText(page, 'headers.X-Token');
  });

  it('claims no signatures when the installation has no secret', async () => {
    const { page } = await open('webhooks');
    await page.setRequestInterception(true);
    page.on('request', (request) =>
      request.url().endsWith('/v2/webhooks/secret')
        ? request.respond({
            status: 409,
            contentType: 'application/json',
            body: '{"success":false,"error":"Not signed"}',
          })
        : request.continue(),
    );
    await clickText(page, 'Show the secret');
    await waitForText(page, 'Events of this installation are not signed');
    expect(await page.$eval('[aria-label="Signing secret"]', ({ textContent }) => textContent)).not.toContain(
      'signature',
    );
  });

  it('writes buttons and the header on few lines on a narrow screen', async () => {
    const { page } = await open('account', { width: NARROW });
    await page.waitForSelector('.pairs .danger', { timeout: LOAD_MS });
    expect(await height(page, '.pairs .danger')).toBeLessThan(45);
    expect(await height(page, 'header.top')).toBeLessThan(100);
  });
});
