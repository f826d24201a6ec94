import { startGateway, type TestGateway } from '../../test/start-gateway';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ EGRESS_ALLOW: '127.0.0.0/8', EGRESS_DENY: 'closed.example, *.closed.example' });
});
afterAll(() => gateway.close());

const CLOSED = 'https://www.closed.example/a';
const OPEN = 'https://open.example/a';

describe.each(['v1', 'v2'])('a denied host in %s', (version) => {
  it.each<[string, object, string]>([
    ['scrape', { url: CLOSED }, 'url'],
    ['crawl', { url: 'closed.example' }, 'url'],
    ['batch/scrape', { urls: [OPEN, CLOSED], ignoreInvalidURLs: false }, 'urls.1'],
    ['crawl', { url: OPEN, webhook: CLOSED }, 'webhook'],
    ['crawl', { url: OPEN, webhook: { url: CLOSED } }, 'webhook.url'],
  ])('is rejected by %s with %j', async (operation, body, field) => {
    const answer = await gateway.call(`/${version}/${operation}`, { body });
    expect(answer).toMatchObject({ status: 403, body: { success: false, code: 'UNSUPPORTED_SITE' } });
    expect(answer.body.error).toMatch(
      new RegExp(
        `^${field}: This site is not supported: the operator of this service has closed (www\\.)?closed\\.example$`,
      ),
    );
    expect(answer.body.details).toMatchObject([{ path: field.split('.').map((key) => (key === '1' ? 1 : key)) }]);
  });

  it('is reported together with an invalid URL of the batch', async () => {
    const body = { urls: [CLOSED, OPEN, 'not a url'], ignoreInvalidURLs: false };
    const answer = await gateway.call(`/${version}/batch/scrape`, { body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(answer.body.error).toMatch(/^urls\.0: This site is not supported: .*\. urls\.2: Invalid URL /);
  });

  it('is listed in invalidURLs of a batch that ignores invalid URLs', async () => {
    const body = { urls: [OPEN, CLOSED], ignoreInvalidURLs: true };
    const answer = await gateway.call(`/${version}/batch/scrape`, { body });
    expect(answer).toMatchObject({ status: 200, body: { invalidURLs: [CLOSED] } });
  });
});

describe('the log and metrics of rejected URLs', () => {
  const refusals = () => gateway.lines.filter(({ event }) => event === 'url-refused');
  const counts = async (name = 'orbweaver_urls_refused_total') => {
    const metric = await gateway.metrics.getSingleMetric(name)?.get();
    return Object.fromEntries(metric?.values.map(({ labels, value }) => [labels.cause, value]) ?? []);
  };
  const PRIVATE = 'http://10.0.0.1:8080/';

  it.each<[string, string, object, object, object]>([
    [
      'a denied host, with the matching entry',
      'scrape',
      { url: CLOSED },
      { cause: 'closed', detail: 'www.closed.example is closed by *.closed.example of EGRESS_DENY', urls: 1 },
      { closed: 1, 'not-public': 0 },
    ],
    [
      'a private address, with the list that would allow it',
      'crawl',
      { url: PRIVATE },
      { cause: 'not-public', detail: expect.stringMatching(/^10\.0\.0\.1 is .*EGRESS_ALLOW has no entry/), urls: 1 },
      { closed: 0, 'not-public': 1 },
    ],
    [
      'all hosts of a batch in one line',
      'batch/scrape',
      { urls: [OPEN, PRIVATE, 'not a url', CLOSED, PRIVATE] },
      { cause: 'not-public', detail: expect.stringContaining('10.0.0.1'), urls: 3 },
      { closed: 1, 'not-public': 2 },
    ],
    ['no invalid URL', 'scrape', { url: 'not a url' }, {}, { closed: 0, 'not-public': 0 }],
  ])('logs and counts %s', async (_, operation, body, line, more) => {
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

  it('counts a request with many rejected URLs once', async () => {
    const requests = () => counts('orbweaver_requests_with_refused_urls_total');
    const before = await requests();
    const urls = [...Array.from({ length: 300 }, (_, index) => `http://10.0.1.${index % 250}/`), CLOSED];
    await gateway.call('/v2/batch/scrape', { body: { urls } });
    await gateway.call('/v2/scrape', { body: { url: 'not a url' } });
    expect(await requests()).toEqual({ closed: before.closed + 1, 'not-public': before['not-public'] + 1 });
  });

  it('omits the host of a rejected URL with zero data retention', async () => {
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
