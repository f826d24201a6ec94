import { type ModelProvider, type ModelReply, startModelProvider } from '@orbweaver/testing';
import type { LanguageModelErrorKind, ModelQuestion } from './language-model';
import { OpenAiModel } from './openai-model';

describe('a model behind an OpenAI-compatible endpoint', () => {
  let provider: ModelProvider;
  let model: OpenAiModel;
  beforeEach(async () => {
    provider = await startModelProvider();
    model = new OpenAiModel({ baseUrl: provider.url, apiKey: 'the-key', model: 'small', timeoutMs: 400 });
  });
  afterEach(() => provider.close());

  const question: ModelQuestion = { system: 'You are a test.', user: 'Say hello.', maxOutputTokens: 100 };
  const schema = { type: 'object', properties: { title: { type: 'string' } } };
  const ask = (more: Partial<ModelQuestion> = {}, withinMs = 5_000) =>
    model.ask({ ...question, ...more }, AbortSignal.timeout(withinMs));

  it('answers, with the tokens that it took', async () => {
    provider.next('Hello.');
    await expect(ask()).resolves.toEqual({ text: 'Hello.', usage: { promptTokens: 7, completionTokens: 2 } });
    expect(provider.requests[0]).toMatchObject({
      authorization: 'Bearer the-key',
      model: 'small',
      system: 'You are a test.',
      user: 'Say hello.',
      format: undefined,
    });
  });

  const passing: Record<string, ModelReply> = {
    'is told to come later': { status: 429, headers: { 'retry-after': '0' } },
    breaks: { status: 500 },
    'is overloaded': { status: 503 },
    'resets the connection': { fault: 'reset' },
    hangs: { fault: 'hang' },
  };
  it.each(Object.entries(passing))('asks again when the provider %s', async (_, reply) => {
    provider.next(reply, 'Hello.');
    await expect(ask()).resolves.toMatchObject({ text: 'Hello.' });
    expect(provider.requests).toHaveLength(2);
  });

  it("waits as long as the provider's Retry-After says", async () => {
    provider.next({ status: 429, headers: { 'retry-after': '1' } }, 'Hello.');
    await ask();
    expect(provider.requests[1]!.at - provider.requests[0]!.at).toBeGreaterThanOrEqual(990);
  });

  const lasting: [string, ModelReply, LanguageModelErrorKind, RegExp][] = [
    ['a wrong key', { status: 401, message: 'wrong key the-key' }, 'misconfigured', /refuses the request: 401\.$/],
    ['an unknown model', { status: 404, message: 'no model small' }, 'misconfigured', /404/],
    ['a refusal', { fault: 'refusal' }, 'refused', /refuses to answer/],
    ['an answer that is cut off', { fault: 'cut-off' }, 'cut-off', /cut off/],
    ['an answer without end', { fault: 'endless' }, 'cut-off', /too large/],
    ['no choice', { fault: 'no-choice' }, 'unusable', /no answer/],
    ['what is no completion', { fault: 'nonsense' }, 'unavailable', /./],
  ];
  it.each(lasting)('says what is wrong: %s', async (_, reply, kind, message) => {
    model = new OpenAiModel({ baseUrl: provider.url, apiKey: 'the-key', model: 'small', timeoutMs: 10_000 });
    provider.reply(() => reply);
    const error = await ask({}, 30_000).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'LanguageModelError', kind, message: expect.stringMatching(message) });
    expect((error as Error).message).not.toContain('the-key');
  });

  it.each<ModelReply>([{ fault: 'hang' }, { status: 429, headers: { 'retry-after': '50' } }])(
    'ends with its deadline, whatever the provider does: %j',
    async (reply) => {
      provider.reply(() => reply);
      const from = performance.now();
      await expect(ask({}, 700)).rejects.toMatchObject({ kind: 'unavailable' });
      expect(performance.now() - from).toBeLessThan(1_500);
    },
  );

  it('says so when nobody is there', async () => {
    await provider.close();
    await expect(ask({}, 700)).rejects.toMatchObject({ kind: 'unavailable' });
    provider = await startModelProvider();
  });

  it('asks for JSON of a schema, for any JSON, or for text, as the schema allows', async () => {
    provider.reply(() => ({ json: {} }));
    await ask({ json: { schema } });
    await ask({ json: {} });
    await ask({ json: { schema: { type: 'array' } } });
    await ask();
    expect(provider.requests.map(({ format }) => format)).toEqual([
      { type: 'json_schema', schema },
      { type: 'json_object' },
      undefined,
      undefined,
    ]);
  });

  it('makes do with what a provider takes, and remembers it', async () => {
    provider.reply(({ body, format }) => {
      if ('max_tokens' in body) return { status: 400, message: "Unsupported parameter: 'max_tokens'" };
      if ('temperature' in body) return { status: 400, message: "Unsupported value: 'temperature'" };
      if (format?.type === 'json_schema') return { status: 400, message: 'response_format json_schema is unknown' };
      return { json: { title: 'Hello' } };
    });
    await expect(ask({ json: { schema } })).resolves.toMatchObject({ text: '{"title":"Hello"}' });
    const tried = provider.requests.length;
    await ask({ json: { schema } });
    expect(provider.requests).toHaveLength(tried + 1);
    expect(provider.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 100 });
  });

  it('asks for text when this schema alone is refused, and for the schema of the next question again', async () => {
    provider.reply(({ format }) => (format === undefined ? '{}' : { status: 400, message: 'too many properties' }));
    await expect(ask({ json: { schema } })).resolves.toMatchObject({ text: '{}' });
    provider.reply(() => ({ json: {} }));
    await ask({ json: { schema } });
    expect(provider.requests.at(-1)?.format).toEqual({ type: 'json_schema', schema });
  });
});
