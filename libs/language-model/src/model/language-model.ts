export interface LanguageModel {
  readonly name: string;
  /** Retries transient failures (429, 5xx, lost connections) until `signal` is aborted. @throws LanguageModelError */
  ask(question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer>;
}

export interface ModelQuestion {
  system: string;
  user: string;
  maxOutputTokens: number;
  /** Requests a JSON answer. Providers may ignore the schema, so validate the answer. */
  json?: { schema?: Readonly<Record<string, unknown>> };
}

export interface ModelAnswer {
  text: string;
  usage: Usage;
}

export interface Usage {
  promptTokens: number;
  completionTokens: number;
}

/**
 * - unavailable: timeout, overload, server error or lost connection.
 * - misconfigured: the provider rejects every request (key, model, address).
 * - refused: the model declines this question.
 * - cut-off: the answer exceeds `maxOutputTokens` or the size limit.
 * - unusable: the answer is still invalid after a correction.
 * - too-long: the prompt exceeds the context window or the token budget.
 */
export type LanguageModelErrorKind = 'unavailable' | 'misconfigured' | 'refused' | 'cut-off' | 'unusable' | 'too-long';

/** The message is shown to callers. It never quotes the provider, whose text may contain a key or the page. */
export class LanguageModelError extends Error {
  override readonly name = 'LanguageModelError';
  /** Tokens used by the failed call. */
  readonly usage: Usage | undefined;

  constructor(
    readonly kind: LanguageModelErrorKind,
    message: string,
    { usage, ...options }: ErrorOptions & { usage?: Usage } = {},
  ) {
    super(message, options);
    this.usage = usage;
  }
}
