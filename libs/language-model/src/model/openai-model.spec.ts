import { type ModelProvider, type ModelReply, startModelProvider } from '@orbweaver/testing';
import type { LanguageModelErrorKind, ModelQuestion } from './language-model';
import { OpenAiModel } from './openai-model';

describe('OpenAiModel', () => {
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

  it('returns the answer with its token counts', async () => {
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
    'responds with 429': { status: 429, headers: { 'retry-after': '0' } },
    breaks: { status: 500 },
    'is overloaded': { status: 503 },
    'resets the connection': { fault: 'reset' },
    hangs: { fault: 'hang' },
    'stalls within the answer': { fault: 'stall' },
    'closes the connection within the answer': { fault: 'break-off' },
    'returns an HTML page of a proxy': { fault: 'nonsense' },
    'returns an error with status 200': { completion: { error: { message: 'overloaded', code: 429 } } },
  };
  it.each(Object.entries(passing))('retries when the provider %s', async (_, reply) => {
    provider.next(reply, 'Hello.');
    await expect(ask()).resolves.toMatchObject({ text: 'Hello.' });
    expect(provider.requests).toHaveLength(2);
  });

  it.each([
    ['in seconds', () => '1', 990],
    // HTTP dates have no fractions of a second.
    ['as a date', () => new Date(Date.now() + 2_000).toUTCString(), 990],
    ['as a past date', () => new Date(Date.now() - 5_000).toUTCString(), 490],
    ['as nonsense', () => 'soon', 490],
    ['as a negative number', () => '-7', 490],
  ])(`waits for the provider's Retry-After %s, but never less than the minimum`, async (_, header, leastMs) => {
    provider.next({ status: 429, headers: { 'retry-after': header() } }, 'Hello.');
    await ask();
    expect(provider.requests[1]!.at - provider.requests[0]!.at).toBeGreaterThanOrEqual(leastMs);
  });

  const lasting: [string, ModelReply, LanguageModelErrorKind, RegExp][] = [
    [
      'a wrong key',
      { status: 401, message: 'wrong key the-key' },
      'misconfigured',
      /rejected the request with status 401\.$/,
    ],
    ['an unknown model', { status: 404, message: 'no model small' }, 'misconfigured', /404/],
    ['a refusal', { fault: 'refusal' }, 'refused', /refused to answer/],
    ['an answer that is cut off', { fault: 'cut-off' }, 'cut-off', /cut off/],
    ['an endless answer', { fault: 'endless' }, 'cut-off', /size limit/],
    ['no choice', { fault: 'no-choice' }, 'unusable', /no answer/],
    ['an invalid choice', { completion: { choices: [null] } }, 'unusable', /no answer/],
    ['a number as content', { completion: { choices: [{ message: { content: 5 } }] } }, 'unusable', /no answer/],
    [
      'a prompt that is too long',
      { status: 400, message: "This model's maximum context length is 4096 tokens." },
      'too-long',
      /LLM_CONTEXT_TOKENS/,
    ],
  ];
  it.each(lasting)('explains %s', async (_, reply, kind, message) => {
    model = new OpenAiModel({ baseUrl: provider.url, apiKey: 'the-key', model: 'small', timeoutMs: 10_000 });
    provider.reply(() => reply);
    const error = await ask({}, 30_000).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'LanguageModelError', kind, message: expect.stringMatching(message) });
    expect((error as Error).message).not.toContain('the-key');
  });

  it.each<[ModelReply, RegExp]>([
    [{ fault: 'hang' }, /in time/],
    [{ fault: 'stall' }, /in time/],
    [{ status: 429, headers: { 'retry-after': '50' } }, /429|in time/],
    [{ status: 503, headers: { 'retry-after': '9999999999' } }, /503|in time/],
  ])('stops at the deadline: %j', async (reply, message) => {
    provider.reply(() => reply);
    const from = performance.now();
    const fault = { kind: 'unavailable', message: expect.stringMatching(message) };
    await expect(ask({}, 700)).rejects.toMatchObject(fault);
    expect(performance.now() - from).toBeLessThan(1_500);
    expect(provider.requests.length).toBeLessThanOrEqual(2);
  });

  it('reports a malformed response after the last retry', async () => {
    provider.reply(() => ({ completion: 'words' }));
    await expect(ask({}, 60_000)).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(/Malformed response/),
    });
    expect(provider.requests).toHaveLength(5);
  });

  it.each<[string, unknown]>([
    ['words', { prompt_tokens: '12', completion_tokens: 'x' }],
    ['a negative number', { prompt_tokens: -12, completion_tokens: 1e300 }],
    ['nothing', null],
  ])('ignores an invalid token count: %s', async (_, usage) => {
    provider.next({ completion: { choices: [{ message: { content: 'Hello.' } }], usage } });
    await expect(ask()).resolves.toEqual({ text: 'Hello.', usage: { promptTokens: 0, completionTokens: 0 } });
  });

  it.each<ModelReply>([{ fault: 'refusal' }, { fault: 'cut-off' }])(
    'reports the tokens of an unusable answer: %j',
    async (reply) => {
      provider.next(reply);
      await expect(ask()).rejects.toMatchObject({ usage: { promptTokens: 7 } });
    },
  );

  it('removes the reasoning of a model from its answer', async () => {
    provider.next('<think>\nPerhaps {"a": 1}?\n</think>\n\nHello.');
    await expect(ask()).resolves.toMatchObject({ text: 'Hello.' });
  });

  it('reports an unreachable provider', async () => {
    await provider.close();
    await expect(ask({}, 700)).rejects.toMatchObject({ kind: 'unavailable' });
    provider = await startModelProvider();
  });

  it('requests a JSON schema, a JSON object or text, depending on the schema', async () => {
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

  it('adapts to the parameters a provider accepts and remembers them', async () => {
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

  it.each([
    ['OpenAI', (message: string) => ({ error: { message } })],
    ['vLLM', (message: string) => ({ object: 'error', message, code: 400 })],
    ['FastAPI', (message: string) => ({ detail: [{ loc: ['body'], msg: message }] })],
  ])('understands rejected parameters in errors of %s', async (_, body) => {
    provider.reply(({ body: sent }) =>
      'max_tokens' in sent ? { status: 422, body: body('max_tokens: extra inputs are not permitted') } : 'Hello.',
    );
    await expect(ask()).resolves.toMatchObject({ text: 'Hello.' });
  });

  it('forgets a concession that did not help', async () => {
    provider.reply(({ body }) =>
      'max_tokens' in body
        ? { status: 400, message: 'max_tokens is too large' }
        : { status: 400, message: 'unknown field' },
    );
    await expect(ask()).rejects.toMatchObject({ kind: 'misconfigured' });
    provider.reply(() => 'Hello.');
    await ask();
    expect(provider.requests.at(-1)?.body).toHaveProperty('max_tokens');
  });

  it('falls back to text for a rejected schema only, not for the next one', async () => {
    provider.reply(({ format }) => (format === undefined ? '{}' : { status: 400, message: 'too many properties' }));
    await expect(ask({ json: { schema } })).resolves.toMatchObject({ text: '{}' });
    provider.reply(() => ({ json: {} }));
    await ask({ json: { schema } });
    expect(provider.requests.at(-1)?.format).toEqual({ type: 'json_schema', schema });
  });
});
