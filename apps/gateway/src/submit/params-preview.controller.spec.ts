import { startGateway, type TestGateway } from '../../test/start-gateway';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

describe('a prompt for a crawl', () => {
  it('is refused where no language model is configured, which names no setting', async () => {
    const answer = await gateway.call('/v2/crawl/params-preview', {
      body: { url: 'https://example.com', prompt: 'the blog', origin: 'js-sdk@4' },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'MODEL_NOT_CONFIGURED',
        error: expect.stringMatching(/, and the operator of this service has configured none$/),
      },
    });
  });
});
