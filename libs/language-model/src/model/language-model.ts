/** A language model that answers questions one at a time. It keeps nothing between them. */
export interface LanguageModel {
  /** The name that the provider knows it by. */
  readonly name: string;
  /**
   * Retries by itself what may pass (429, 5xx, a lost connection), as long as `signal` is not aborted.
   *
   * @throws LanguageModelError
   */
  ask(question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer>;
}

export interface ModelQuestion {
  /** Our words alone: what the model is and what it may never do. */
  system: string;
  /** The caller's wish, and the page as data. */
  user: string;
  /** The answer is cut off behind. */
  maxOutputTokens: number;
  /** The answer is to be JSON, of this schema if there is one. A provider may ignore it, so the answer is validated. */
  json?: { schema?: Readonly<Record<string, unknown>> };
}

export interface ModelAnswer {
  text: string;
  usage: Usage;
}

/** Tokens, as the provider counts them. */
export interface Usage {
  promptTokens: number;
  completionTokens: number;
}

/**
 * - unavailable: no answer in time, or the provider is overloaded, or broken, or not there.
 * - misconfigured: the provider refuses every such request (key, model, address).
 * - refused: the model will not answer this question.
 * - cut-off: the answer is longer than `maxOutputTokens`, or than we read.
 * - unusable: the answer is not what was asked for, after another try.
 * - too-long: the page leaves no room for an answer, or more of it was asked about than the model reads at once.
 */
export type LanguageModelErrorKind = 'unavailable' | 'misconfigured' | 'refused' | 'cut-off' | 'unusable' | 'too-long';

/** The message is written for callers and never quotes the provider, whose words may hold a key or the page. */
export class LanguageModelError extends Error {
  override readonly name = 'LanguageModelError';
  /** What the answer took that cannot be used. */
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
