import { unlessAborted } from '@orbweaver/core';
import OpenAI from 'openai';
import type { ChatCompletion, ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import { type Concession, concessionFor, JSON_MODES, type JsonMode } from './concessions';
import { type LanguageModel, LanguageModelError, type ModelAnswer, type ModelQuestion } from './language-model';
import { AnswerTooLargeError, fetchBounded } from './read-bounded';

export interface OpenAiModelOptions {
  /** Such as `https://api.openai.com/v1` or `http://localhost:11434/v1`. */
  baseUrl: string;
  /** Absent for a provider that asks for none. */
  apiKey?: string;
  model: string;
  /** For one call, retries not counted. */
  timeoutMs: number;
}

/** After the first try. The waits are the provider's Retry-After (up to a minute), else half a second and doubled. */
const MAX_RETRIES = 4;

/**
 * Any endpoint that speaks OpenAI's chat completions: OpenAI, vLLM, Ollama, LiteLLM and others. They differ in what
 * they take, so what one of them refuses is left out from then on.
 */
export class OpenAiModel implements LanguageModel {
  readonly name: string;
  private readonly client: OpenAI;
  private readonly concessions = new Set<Concession>();
  private jsonMode: JsonMode = 'json_schema';

  constructor({ baseUrl, apiKey, model, timeoutMs }: OpenAiModelOptions) {
    this.name = model;
    this.client = new OpenAI({
      baseURL: baseUrl,
      // The client insists on one.
      apiKey: apiKey ?? 'none',
      timeout: timeoutMs,
      maxRetries: MAX_RETRIES,
      fetch: fetchBounded,
      logLevel: 'off',
      // Otherwise read from the environment.
      organization: null,
      project: null,
    });
  }

  async ask(question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer> {
    let jsonMode = question.json === undefined ? undefined : this.modeFor(question.json.schema);
    for (;;) {
      try {
        return answerOf(await this.call(this.paramsOf(question, jsonMode), signal));
      } catch (error) {
        const concession = isRefusedRequest(error) ? concessionFor(error.message, this.concessions) : undefined;
        if (concession !== undefined) {
          this.concessions.add(concession);
          continue;
        }
        const lower = isRefusedRequest(error) ? JSON_MODES[JSON_MODES.indexOf(jsonMode ?? 'text') + 1] : undefined;
        if (lower === undefined) throw toModelError(error, signal);
        // Perhaps it is this schema alone that the provider does not take.
        if (isRefusedRequest(error) && /response_format|json_(?:schema|object)/i.test(error.message)) {
          this.jsonMode = lower;
        }
        jsonMode = lower;
      }
    }
  }

  /** Providers take schemas of objects only. */
  private modeFor(schema: Readonly<Record<string, unknown>> | undefined): JsonMode {
    const fits = schema === undefined ? 'json_object' : schema.type === 'object' ? 'json_schema' : 'text';
    return JSON_MODES[Math.max(JSON_MODES.indexOf(fits), JSON_MODES.indexOf(this.jsonMode))] ?? 'text';
  }

  private paramsOf(question: ModelQuestion, jsonMode: JsonMode | undefined): ChatCompletionCreateParamsNonStreaming {
    const { system, user, maxOutputTokens, json } = question;
    const format =
      jsonMode === 'json_schema' && json?.schema !== undefined
        ? { type: jsonMode, json_schema: { name: 'answer', schema: { ...json.schema }, strict: false } }
        : jsonMode === 'json_object'
          ? { type: jsonMode }
          : undefined;
    return {
      model: this.name,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
      ...(this.concessions.has('max_completion_tokens')
        ? { max_completion_tokens: maxOutputTokens }
        : { max_tokens: maxOutputTokens }),
      ...(this.concessions.has('no-temperature') ? {} : { temperature: 0 }),
      ...(format === undefined ? {} : { response_format: format }),
    };
  }

  /** The client waits between its tries without listening to the signal, so it is not waited for. */
  private call(params: ChatCompletionCreateParamsNonStreaming, signal: AbortSignal): Promise<ChatCompletion> {
    return unlessAborted(signal, this.client.chat.completions.create(params, { signal }));
  }
}

function answerOf({ choices, usage }: ChatCompletion): ModelAnswer {
  const choice = choices?.[0];
  const { content, refusal } = choice?.message ?? {};
  if (refusal || choice?.finish_reason === 'content_filter') {
    throw new LanguageModelError('refused', 'The language model refuses to answer about this page.');
  }
  if (choice?.finish_reason === 'length') {
    throw new LanguageModelError('cut-off', 'The answer of the language model is too long and was cut off.');
  }
  if (typeof content !== 'string') {
    throw new LanguageModelError('unusable', 'The language model gave no answer.');
  }
  return {
    text: content,
    usage: { promptTokens: usage?.prompt_tokens ?? 0, completionTokens: usage?.completion_tokens ?? 0 },
  };
}

function isRefusedRequest(error: unknown): error is InstanceType<typeof OpenAI.APIError> {
  return error instanceof OpenAI.APIError && (error.status === 400 || error.status === 422);
}

function toModelError(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof LanguageModelError) return error;
  const because = { cause: error };
  if (signal.aborted || error instanceof OpenAI.APIConnectionTimeoutError) {
    return new LanguageModelError('unavailable', 'The language model did not answer in time.', because);
  }
  if (hasCause(error, AnswerTooLargeError)) {
    return new LanguageModelError('cut-off', 'The answer of the language model is too large.', because);
  }
  if (error instanceof OpenAI.APIConnectionError) {
    return new LanguageModelError('unavailable', 'The language model cannot be reached.', because);
  }
  if (error instanceof OpenAI.APIError && error.status !== undefined) {
    const isPassing = error.status >= 500 || [408, 409, 429].includes(error.status);
    return isPassing
      ? new LanguageModelError('unavailable', `The language model answers with ${error.status}.`, because)
      : new LanguageModelError('misconfigured', `The language model refuses the request: ${error.status}.`, because);
  }
  // What the client cannot read: no JSON, half of it.
  return new LanguageModelError('unavailable', 'The provider of the language model does not answer as one.', because);
}

function hasCause(error: unknown, type: typeof AnswerTooLargeError): boolean {
  if (error instanceof type) return true;
  return error instanceof Error && hasCause(error.cause, type);
}
