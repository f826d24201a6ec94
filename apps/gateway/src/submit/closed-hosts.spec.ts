import { startGateway, type TestGateway } from '../../test/start-gateway';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ EGRESS_ALLOW: '127.0.0.0/8', EGRESS_DENY: 'closed.example, *.closed.example' });
});
afterAll(() => gateway.close());

const CLOSED = 'https://www.closed.example/a';
const OPEN = 'https://open.example/a';

describe.each(['v1', 'v2'])('a host that the operator has closed is refused by %s', (version) => {
  it.each<[string, object]>([
    ['scrape', { url: CLOSED }],
    ['crawl', { url: 'closed.example' }],
    ['batch/scrape', { urls: [OPEN, CLOSED], ignoreInvalidURLs: false }],
    ['crawl', { url: OPEN, webhook: CLOSED }],
  ])('%s %j', async (operation, body) => {
    const answer = await gateway.call(`/${version}/${operation}`, { body });
    expect(answer).toMatchObject({ status: 403, body: { success: false, code: 'UNSUPPORTED_SITE' } });
    expect(answer.body.error).toMatch(/closed\.example with EGRESS_DENY/);
  });

  it('and is an invalid URL of a batch that leaves those out', async () => {
    const body = { urls: [OPEN, CLOSED], ignoreInvalidURLs: true };
    const answer = await gateway.call(`/${version}/batch/scrape`, { body });
    expect(answer).toMatchObject({ status: 200, body: { invalidURLs: [CLOSED] } });
  });
});
