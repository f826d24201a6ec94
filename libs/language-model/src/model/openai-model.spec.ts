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
    'stands still in its answer': { fault: 'stall' },
    'breaks off its answer': { fault: 'break-off' },
    'answers with a page of a proxy': { fault: 'nonsense' },
    'answers 200 with an error': { completion: { error: { message: 'overloaded', code: 429 } } },
  };
  it.each(Object.entries(passing))('asks again when the provider %s', async (_, reply) => {
    provider.next(reply, 'Hello.');
    await expect(ask()).resolves.toMatchObject({ text: 'Hello.' });
    expect(provider.requests).toHaveLength(2);
  });

  it.each([
    ['in seconds', () => '1', 990],
    // An HTTP date has no fractions of a second.
    ['as a date', () => new Date(Date.now() + 2_000).toUTCString(), 990],
    ['as a date that has passed', () => new Date(Date.now() - 5_000).toUTCString(), 490],
    ['as nonsense', () => 'soon', 490],
    ['as a time before now', () => '-7', 490],
  ])("waits as long as the provider's Retry-After says %s, and never hurries", async (_, header, leastMs) => {
    provider.next({ status: 429, headers: { 'retry-after': header() } }, 'Hello.');
    await ask();
    expect(provider.requests[1]!.at - provider.requests[0]!.at).toBeGreaterThanOrEqual(leastMs);
  });

  const lasting: [string, ModelReply, LanguageModelErrorKind, RegExp][] = [
    ['a wrong key', { status: 401, message: 'wrong key the-key' }, 'misconfigured', /refuses the request: 401\.$/],
    ['an unknown model', { status: 404, message: 'no model small' }, 'misconfigured', /404/],
    ['a refusal', { fault: 'refusal' }, 'refused', /refuses to answer/],
    ['an answer that is cut off', { fault: 'cut-off' }, 'cut-off', /cut off/],
    ['an answer without end', { fault: 'endless' }, 'cut-off', /too large/],
    ['no choice', { fault: 'no-choice' }, 'unusable', /no answer/],
    ['a choice that is none', { completion: { choices: [null] } }, 'unusable', /no answer/],
    ['a number for words', { completion: { choices: [{ message: { content: 5 } }] } }, 'unusable', /no answer/],
    [
      'a question that is too long',
      { status: 400, message: "This model's maximum context length is 4096 tokens." },
      'too-long',
      /LLM_CONTEXT_TOKENS/,
    ],
  ];
  it.each(lasting)('says what is wrong: %s', async (_, reply, kind, message) => {
    model = new OpenAiModel({ baseUrl: provider.url, apiKey: 'the-key', model: 'small', timeoutMs: 10_000 });
    provider.reply(() => reply);
    const error = await ask({}, 30_000).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'LanguageModelError', kind, message: expect.stringMatching(message) });
    expect((error as Error).message).not.toContain('the-key');
  });

  it.each<[ModelReply, RegExp]>([
    [{ fault: 'hang' }, /in time/],
    [{ fault: 'stall' }, /in time/],
    [{ status: 429, headers: { 'retry-after': '50' } }, /429/],
    // More than a timer takes.
    [{ status: 503, headers: { 'retry-after': '9999999999' } }, /503/],
    [{ completion: 'words' }, /does not answer as one/],
  ])('ends with its deadline, whatever the provider does, and tells it: %j', async (reply, message) => {
    provider.reply(() => reply);
    const from = performance.now();
    const fault = { kind: 'unavailable', message: expect.stringMatching(message) };
    await expect(ask({}, 700)).rejects.toMatchObject(fault);
    expect(performance.now() - from).toBeLessThan(1_500);
    expect(provider.requests.length).toBeLessThanOrEqual(2);
  });

  it.each<[string, unknown]>([
    ['words', { prompt_tokens: '12', completion_tokens: 'x' }],
    ['less than none', { prompt_tokens: -12, completion_tokens: 1e300 }],
    ['nothing', null],
  ])('takes no count of tokens that is none: %s', async (_, usage) => {
    provider.next({ completion: { choices: [{ message: { content: 'Hello.' } }], usage } });
    await expect(ask()).resolves.toEqual({ text: 'Hello.', usage: { promptTokens: 0, completionTokens: 0 } });
  });

  it.each<ModelReply>([{ fault: 'refusal' }, { fault: 'cut-off' }])(
    'tells what an answer took that is none: %j',
    async (reply) => {
      provider.next(reply);
      await expect(ask()).rejects.toMatchObject({ usage: { promptTokens: 7 } });
    },
  );

  it('leaves out the thoughts of a model before its answer', async () => {
    provider.next('<think>\nPerhaps {"a": 1}?\n</think>\n\nHello.');
    await expect(ask()).resolves.toMatchObject({ text: 'Hello.' });
  });

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

  it.each([
    ['OpenAI', (message: string) => ({ error: { message } })],
    ['vLLM', (message: string) => ({ object: 'error', message, code: 400 })],
    ['FastAPI', (message: string) => ({ detail: [{ loc: ['body'], msg: message }] })],
  ])('reads what a provider refuses in the words of %s', async (_, body) => {
    provider.reply(({ body: sent }) =>
      'max_tokens' in sent ? { status: 422, body: body('max_tokens: extra inputs are not permitted') } : 'Hello.',
    );
    await expect(ask()).resolves.toMatchObject({ text: 'Hello.' });
  });

  it('forgets a concession that was of no use', async () => {
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

  it('asks for text when this schema alone is refused, and for the schema of the next question again', async () => {
    provider.reply(({ format }) => (format === undefined ? '{}' : { status: 400, message: 'too many properties' }));
    await expect(ask({ json: { schema } })).resolves.toMatchObject({ text: '{}' });
    provider.reply(() => ({ json: {} }));
    await ask({ json: { schema } });
    expect(provider.requests.at(-1)?.format).toEqual({ type: 'json_schema', schema });
  });
});
