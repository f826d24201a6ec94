import { setTimeout as wait } from 'node:timers/promises';
import { backoff, readRetryAfter, unlessAborted } from '@orbweaver/core';
import OpenAI from 'openai';
import type { ChatCompletion, ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import {
  type Concession,
  concessionFor,
  JSON_MODES,
  type JsonMode,
  refusesJsonMode,
  refusesLength,
} from './concessions';
import { type LanguageModel, LanguageModelError, type ModelAnswer, type ModelQuestion } from './language-model';
import { AnswerTooLargeError, providerFetch } from './provider-fetch';
import { readCompletion } from './read-completion';

export interface OpenAiModelOptions {
  baseUrl: string;
  apiKey?: string;
  model: string;
  timeoutMs: number;
  /** Default: Node's. */
  fetch?: typeof fetch;
}

const MAX_RETRIES = 4;
/** Doubled with each retry. Also the minimum for a Retry-After of the provider. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;
/** Upper bound for Retry-After. The signal usually fires earlier. */
const LONGEST_ASKED_MS = 3_600_000;

/**
 * Client for OpenAI-compatible endpoints (OpenAI, vLLM, Ollama, LiteLLM). Parameters that a provider rejects are
 * omitted in later calls once a call without them has succeeded.
 *
 * The SDK's own retries are off: they do not cover a broken body, and their Retry-After wait ignores the signal.
 */
export class OpenAiModel implements LanguageModel {
  readonly name: string;
  private readonly client: OpenAI;
  private readonly timeoutMs: number;
  private concessions: ReadonlySet<Concession> = new Set();
  private jsonMode: JsonMode = 'json_schema';

  constructor({ baseUrl, apiKey, model, timeoutMs, fetch: send = fetch }: OpenAiModelOptions) {
    this.name = model;
    this.timeoutMs = timeoutMs;
    this.client = new OpenAI({
      baseURL: baseUrl,
      apiKey: apiKey ?? 'none',
      timeout: timeoutMs,
      maxRetries: 0,
      fetch: providerFetch(send),
      logLevel: 'off',
      // The SDK reads the environment by default.
      organization: null,
      project: null,
    });
  }

  async ask(question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.askOnce(question, signal);
      } catch (error) {
        const fault = toModelError(error, signal);
        if (fault.kind !== 'unavailable' || attempt > MAX_RETRIES || signal.aborted) throw fault;
        await wait(waitAfter(error, attempt), undefined, { signal }).catch(() => undefined);
        if (signal.aborted) throw fault;
      }
    }
  }

  private async askOnce(question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer> {
    const concessions = new Set(this.concessions);
    let jsonMode = question.json === undefined ? undefined : this.modeFor(question.json.schema);
    let lowestMode = this.jsonMode;
    for (;;) {
      try {
        const completion = await this.call(paramsOf(this.name, question, { concessions, jsonMode }), signal);
        this.concessions = concessions;
        this.jsonMode = lowestMode;
        return readCompletion(completion);
      } catch (error) {
        if (!isRefusedRequest(error) || refusesLength(error.message)) throw error;
        const concession = concessionFor(error.message, concessions);
        if (concession !== undefined) {
          concessions.add(concession);
          continue;
        }
        const lower: JsonMode | undefined = JSON_MODES[JSON_MODES.indexOf(jsonMode ?? 'text') + 1];
        if (lower === undefined) throw error;
        // Otherwise the provider may reject only this schema.
        if (refusesJsonMode(error.message)) lowestMode = lower;
        jsonMode = lower;
      }
    }
  }

  /** Providers accept only schemas of type object. */
  private modeFor(schema: Readonly<Record<string, unknown>> | undefined): JsonMode {
    const fits = schema === undefined ? 'json_object' : schema.type === 'object' ? 'json_schema' : 'text';
    return JSON_MODES[Math.max(JSON_MODES.indexOf(fits), JSON_MODES.indexOf(this.jsonMode))] ?? 'text';
  }

  private async call(params: ChatCompletionCreateParamsNonStreaming, signal: AbortSignal): Promise<ChatCompletion> {
    const timeout = AbortSignal.timeout(this.timeoutMs);
    const either = AbortSignal.any([signal, timeout]);
    try {
      return await unlessAborted(either, this.client.chat.completions.create(params, { signal: either }));
    } catch (error) {
      throw timeout.aborted ? new OpenAI.APIConnectionTimeoutError() : error;
    }
  }
}

function paramsOf(
  model: string,
  { system, user, maxOutputTokens, json }: ModelQuestion,
  { concessions, jsonMode }: { concessions: ReadonlySet<Concession>; jsonMode: JsonMode | undefined },
): ChatCompletionCreateParamsNonStreaming {
  const format =
    jsonMode === 'json_schema' && json?.schema !== undefined
      ? { type: jsonMode, json_schema: { name: 'answer', schema: { ...json.schema }, strict: false } }
      : jsonMode === 'json_object'
        ? { type: jsonMode }
        : undefined;
  return {
    model,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    ...(concessions.has('max_completion_tokens')
      ? { max_completion_tokens: maxOutputTokens }
      : { max_tokens: maxOutputTokens }),
    ...(concessions.has('no-temperature') ? {} : { temperature: 0 }),
    ...(format === undefined ? {} : { response_format: format }),
  };
}

function waitAfter(error: unknown, attempt: number): number {
  const headers = error instanceof OpenAI.APIError ? error.headers : undefined;
  const asked = readRetryAfter(headers?.get('retry-after'), Date.now(), headers?.get('date'));
  if (asked !== undefined) return Math.min(Math.max(asked, FIRST_WAIT_MS), LONGEST_ASKED_MS);
  return backoff(attempt, { firstMs: FIRST_WAIT_MS, longestMs: LONGEST_WAIT_MS, jitter: 0.25 }, Math.random());
}

function isRefusedRequest(error: unknown): error is InstanceType<typeof OpenAI.APIError> {
  return error instanceof OpenAI.APIError && (error.status === 400 || error.status === 422);
}

function toModelError(error: unknown, signal: AbortSignal): LanguageModelError {
  if (error instanceof LanguageModelError) return error;
  const because = { cause: error };
  if (signal.aborted || error instanceof OpenAI.APIConnectionTimeoutError) {
    return new LanguageModelError('unavailable', 'The language model did not respond in time.', because);
  }
  if (hasCause(error, AnswerTooLargeError)) {
    return new LanguageModelError('cut-off', 'The response of the language model exceeds the size limit.', because);
  }
  if (error instanceof OpenAI.APIConnectionError) {
    return new LanguageModelError('unavailable', 'The language model is unreachable.', because);
  }
  if (isRefusedRequest(error) && refusesLength(error.message)) {
    const message = 'The prompt exceeds the context window of the language model: lower LLM_CONTEXT_TOKENS.';
    return new LanguageModelError('too-long', message, because);
  }
  if (error instanceof OpenAI.APIError && error.status !== undefined) {
    const isPassing = error.status >= 500 || [408, 409, 429].includes(error.status);
    return isPassing
      ? new LanguageModelError('unavailable', `The language model responded with status ${error.status}.`, because)
      : new LanguageModelError(
          'misconfigured',
          `The language model rejected the request with status ${error.status}.`,
          because,
        );
  }
  return new LanguageModelError('unavailable', 'Malformed response from the language model provider.', because);
}

function hasCause(error: unknown, type: typeof AnswerTooLargeError): boolean {
  if (error instanceof type) return true;
  return error instanceof Error && hasCause(error.cause, type);
}
