import { startGateway, type TestGateway } from '../../test/start-gateway';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

describe('POST /v2/crawl/params-preview', () => {
  it('returns 400 without a configured language model, without naming settings', async () => {
    const answer = await gateway.call('/v2/crawl/params-preview', {
      body: { url: 'https://example.com', prompt: 'the blog', origin: 'js-sdk@4' },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'MODEL_NOT_CONFIGURED',
        error:
          'A prompt needs a language model, but none is configured. Ask the operator of this service to set LLM_BASE_URL and LLM_MODEL.',
      },
    });
  });
});
