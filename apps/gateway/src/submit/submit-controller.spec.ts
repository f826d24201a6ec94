import { MAX_URL_CHARS } from '@orbweaver/core';
import { startGateway, type TestGateway } from '../../test/start-gateway';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ EGRESS_ALLOW: '127.0.0.0/8', EGRESS_DENY: 'closed.example, *.closed.example' });
});
afterAll(() => gateway.close());

const CLOSED = 'https://www.closed.example/a';
const OPEN = 'https://open.example/a';

describe.each(['v1', 'v2'])('a host that the operator has closed is refused by %s', (version) => {
  it.each<[string, object, string]>([
    ['scrape', { url: CLOSED }, 'url'],
    ['crawl', { url: 'closed.example' }, 'url'],
    ['batch/scrape', { urls: [OPEN, CLOSED], ignoreInvalidURLs: false }, 'urls.1'],
    ['crawl', { url: OPEN, webhook: CLOSED }, 'webhook'],
    ['crawl', { url: OPEN, webhook: { url: CLOSED } }, 'webhook.url'],
  ])('%s %j', async (operation, body, field) => {
    const answer = await gateway.call(`/${version}/${operation}`, { body });
    expect(answer).toMatchObject({ status: 403, body: { success: false, code: 'UNSUPPORTED_SITE' } });
    expect(answer.body.error).toMatch(
      new RegExp(
        `^${field}: This site is not supported: the operator of this service has closed (www\\.)?closed\\.example$`,
      ),
    );
    expect(answer.body.details).toMatchObject([{ path: field.split('.').map((key) => (key === '1' ? 1 : key)) }]);
  });

  it('and makes a batch with an invalid URL beside it a wrong request, in which both are named', async () => {
    const body = { urls: [CLOSED, OPEN, 'not a url'], ignoreInvalidURLs: false };
    const answer = await gateway.call(`/${version}/batch/scrape`, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(answer.body.error).toMatch(/^urls\.0: This site is not supported: .*\. urls\.2: Invalid URL /);
  });

  it('and counts as an invalid URL of a batch that leaves those out', async () => {
    const body = { urls: [OPEN, CLOSED], ignoreInvalidURLs: true };
    const answer = await gateway.call(`/${version}/batch/scrape`, { body });
    expect(answer).toMatchObject({ status: 200, body: { invalidURLs: [CLOSED] } });
  });
});

describe.each(['v1', 'v2'])('%s starts a job, and warns', (version) => {
  const webhook = (...events: string[]) => ({ webhook: { url: OPEN, events } });
  const location = { contry: 'DE' };
  it.each<[string, string, object, string | undefined]>([
    [
      'of events of a crawl',
      'batch/scrape',
      { urls: [OPEN], ...webhook('crawl.started', 'crawl.page', 'completed') },
      'webhook.events: a batch does not send crawl.started, crawl.page, but batch_scrape.started, batch_scrape.page.',
    ],
    [
      'of events of a batch',
      'crawl',
      { url: OPEN, ...webhook('batch_scrape.started') },
      'webhook.events: a crawl does not send batch_scrape.started, but crawl.started.',
    ],
    ['of no events that it has', 'crawl', { url: OPEN, ...webhook('crawl.started', 'page') }, undefined],
    [
      'of keys that are ignored',
      'batch/scrape',
      { urls: [OPEN], location },
      'Unknown keys, which were ignored: location.contry.',
    ],
    [
      'of both',
      'crawl',
      { url: OPEN, scrapeOptions: { location }, ...webhook('batch_scrape.page') },
      'webhook.events: a crawl does not send batch_scrape.page, but crawl.page. Unknown keys, which were ignored: scrapeOptions.location.contry.',
    ],
  ])('%s', async (_, operation, body, warning) => {
    const { status, body: answer } = await gateway.call(`/${version}/${operation}`, { body });
    expect([status, answer.warning]).toEqual([200, warning]);
  });
});

describe('the operator', () => {
  const refusals = () => gateway.lines.filter(({ event }) => event === 'url-refused');
  const counts = async (name = 'orbweaver_urls_refused_total') => {
    const metric = await gateway.metrics.getSingleMetric(name)?.get();
    return Object.fromEntries(metric?.values.map(({ labels, value }) => [labels.cause, value]) ?? []);
  };
  const PRIVATE = 'http://10.0.0.1:8080/';

  it.each<[string, string, object, object, object]>([
    [
      'a closed host, by the entry that closes it',
      'scrape',
      { url: CLOSED },
      { cause: 'closed', detail: 'www.closed.example is closed by *.closed.example of EGRESS_DENY', urls: 1 },
      { closed: 1, 'not-public': 0 },
    ],
    [
      'an address that is not public, by the list that lacks it',
      'crawl',
      { url: PRIVATE },
      { cause: 'not-public', detail: expect.stringMatching(/^10\.0\.0\.1 is .*EGRESS_ALLOW has no entry/), urls: 1 },
      { closed: 0, 'not-public': 1 },
    ],
    [
      'all hosts of a batch in one line, also when they are left out',
      'batch/scrape',
      { urls: [OPEN, PRIVATE, 'not a url', CLOSED, PRIVATE] },
      { cause: 'not-public', detail: expect.stringContaining('10.0.0.1'), urls: 3 },
      { closed: 1, 'not-public': 2 },
    ],
    ['nothing of a URL that is only wrong', 'scrape', { url: 'not a url' }, {}, { closed: 0, 'not-public': 0 }],
  ])('is told of %s', async (_, operation, body, line, more) => {
    const before = { closed: 0, 'not-public': 0, ...(await counts()) };
    gateway.lines.length = 0;
    await gateway.call(`/v2/${operation}`, { body });
    expect(refusals().map(({ fields }) => fields)).toEqual(Object.keys(line).length === 0 ? [] : [line]);
    for (const { ids } of refusals()) expect(ids).toMatchObject({ teamId: gateway.teamId });
    const after = await counts();
    expect({ closed: after.closed - before.closed, 'not-public': after['not-public'] - before['not-public'] }).toEqual(
      more,
    );
  });

  it('is not woken for one request, however many addresses it names', async () => {
    const requests = () => counts('orbweaver_requests_with_refused_urls_total');
    const before = await requests();
    const urls = [...Array.from({ length: 300 }, (_, index) => `http://10.0.1.${index % 250}/`), CLOSED];
    await gateway.call('/v2/batch/scrape', { body: { urls } });
    await gateway.call('/v2/scrape', { body: { url: 'not a url' } });
    expect(await requests()).toEqual({ closed: before.closed + 1, 'not-public': before['not-public'] + 1 });
  });

  it('is told of no host that zero data retention keeps from the log', async () => {
    gateway.lines.length = 0;
    const body = { urls: [OPEN], zeroDataRetention: true };
    const { body: batch } = await gateway.call('/v2/batch/scrape', { body });
    await gateway.call('/v2/scrape', { body: { url: CLOSED, zeroDataRetention: true } });
    await gateway.call('/v2/batch/scrape', { body: { urls: [CLOSED], appendToId: batch.id } });
    const refused = { fields: { cause: 'closed', urls: 1 } };
    expect(refusals()).toMatchObject([refused, refused]);
    expect(JSON.stringify(gateway.lines)).not.toContain('closed.example');
  });
});

const site = 'https://example.com/';
const urlOf = (chars: number) => site.padEnd(chars, 'a');
const LONG = urlOf(MAX_URL_CHARS + 1);
const AT_MOST = `must have ${MAX_URL_CHARS} characters at most; this one has ${LONG.length}`;

const places: [field: string, path: string, body: (url: string) => object][] = [
  ...['/v1', '/v2'].flatMap((version): typeof places => [
    ['url', `${version}/scrape`, (url) => ({ url })],
    ['urls.1', `${version}/batch/scrape`, (url) => ({ urls: [site, url], ignoreInvalidURLs: false })],
    ['webhook', `${version}/batch/scrape`, (url) => ({ urls: [site], webhook: url })],
    ['url', `${version}/crawl`, (url) => ({ url })],
    ['webhook.url', `${version}/crawl`, (url) => ({ url: site, webhook: { url } })],
  ]),
  ['urls.0', '/v2/crawl/preview', (url) => ({ url: site, urls: [url] })],
  ['urls.0.foundOn', '/v2/crawl/preview', (url) => ({ url: site, urls: [{ url: site, foundOn: url }] })],
  ['url', '/v2/crawl/params-preview', (url) => ({ url, prompt: 'x' })],
];

describe('a URL that is too long', () => {
  it.each(places)('is refused as %s of %s, with its length and the maximum', async (field, path, body) => {
    const answer = await gateway.call(path, { body: body(LONG) });
    expect([answer.status, answer.body.error.toLowerCase()]).toEqual([400, expect.stringContaining(AT_MOST)]);
    expect(answer.body.error.startsWith(`${field}: `)).toBe(true);
  });

  it('is refused before it is parsed, at nine megabytes', async () => {
    const started = performance.now();
    const answer = await gateway.call('/v2/scrape', { body: { url: urlOf(9_900_000) } });
    expect([answer.status, JSON.stringify(answer.body).length < 1000]).toEqual([400, true]);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('is left out of a batch that leaves invalid URLs out', async () => {
    const { body } = await gateway.call('/v2/batch/scrape', { body: { urls: [site, LONG], ignoreInvalidURLs: true } });
    expect(body).toMatchObject({ success: true, invalidURLs: [LONG] });
  });

  it('is refused when only its escaped form is too long', async () => {
    const { status, body } = await gateway.call('/v2/scrape', { body: { url: site + '語'.repeat(1000) } });
    expect([status, body.error]).toEqual([400, expect.stringContaining('this one has 9020')]);
  });

  it('is refused by explain', async () => {
    const url = encodeURIComponent(LONG);
    const crawl = await gateway.call('/v2/crawl', { body: { url: site } });
    const { status, body } = await gateway.call(`/v2/crawl/${crawl.body.id}/explain?url=${url}`);
    expect([status, body.error]).toEqual([400, expect.stringMatching(/^url: Must be an absolute http or https URL/)]);
  });

  it('is accepted with one character less', async () => {
    const { status } = await gateway.call('/v2/batch/scrape', { body: { urls: [urlOf(MAX_URL_CHARS)] } });
    expect(status).toBe(200);
  });
});
