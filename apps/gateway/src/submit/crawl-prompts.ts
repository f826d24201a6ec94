import { Inject, Injectable } from '@nestjs/common';
import { type LanguageModel, LanguageModelError, ModelSession, proposeCrawlOptions } from '@orbweaver/language-model';
import {
  CONFIG,
  type EventLog,
  LANGUAGE_MODEL,
  LOG,
  STOPPING,
  type Stopping,
  sessionLimits,
} from '@orbweaver/platform';
import { Semaphore } from 'async-mutex';
import { ApiError } from '../errors/api-error';
import { readWire } from '../errors/read-wire';
import { cut } from '../errors/wording';
import type { GatewayConfig } from '../gateway.config';
import type { ApiVersion, CrawlFields } from '../wire/api-version';
import { modelMissing } from './check-spec';

/** Prompts that the model is asked about at once, by one gateway. */
const MAX_AT_ONCE = 8;

/** Of the model's words in a warning. */
const MAX_NAMED_OPTIONS = 10;
const MAX_NAME_CHARS = 40;

export interface ProposedOptions {
  options: Record<string, unknown>;
  /** Names what the model proposed besides and nobody could write. */
  warning?: string;
}

/** Turns what a caller wants to crawl, in words, into options. */
@Injectable()
export class CrawlPrompts {
  private readonly slots = new Semaphore(MAX_AT_ONCE);

  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(LOG) private readonly log: EventLog,
    @Inject(STOPPING) private readonly stopping: Stopping,
    @Inject(LANGUAGE_MODEL) private readonly model: LanguageModel | undefined,
  ) {}

  /**
   * The body with the options that its prompt asks for; those that it has itself count. Without a prompt, the body.
   * `written`: as it was sent, without defaults.
   *
   * @throws ApiError 400 when no model is configured, when it gives no options, and for options that cannot be used
   */
  async complete<C extends CrawlFields>(
    version: Pick<ApiVersion, 'CrawlRequest' | 'readProposed'>,
    body: C,
    written: object,
    gone: AbortSignal,
  ): Promise<{ body: C; generated?: ProposedOptions }> {
    const prompt = body.prompt?.trim();
    if (!prompt) return { body };
    const generated = await this.propose(version, { url: body.url, prompt }, gone);
    return { body: readWire(version.CrawlRequest, { ...generated.options, ...written }) as C, generated };
  }

  /** Only options that a caller could write. @throws ApiError 400 */
  async propose(
    { readProposed = () => ({}) }: Pick<ApiVersion, 'readProposed'>,
    wish: { url: string; prompt: string },
    gone: AbortSignal,
  ): Promise<ProposedOptions> {
    const { model } = this;
    if (model === undefined) throw modelMissing('A prompt needs');
    return this.slots.runExclusive(async () => {
      const signal = AbortSignal.any([gone, this.stopping.signal, AbortSignal.timeout(this.config.LLM_TIMEOUT)]);
      try {
        const session = new ModelSession(model, sessionLimits(this.config), signal);
        const proposed = await proposeCrawlOptions(session, wish);
        const options = readProposed(proposed);
        const warning = warnOfUnusable(Object.keys(proposed).filter((name) => !Object.hasOwn(options, name)));
        return { options, ...(warning === undefined ? {} : { warning }) };
      } catch (error) {
        if (!(error instanceof LanguageModelError)) throw error;
        this.log.warn('prompt-failed', { kind: error.kind }, error);
        throw new ApiError(
          400,
          `The prompt could not be processed: ${error.message} Write it otherwise, or use the options themselves`,
          { code: 'PROMPT_FAILED' },
        );
      }
    });
  }
}

function warnOfUnusable(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const told = names.slice(0, MAX_NAMED_OPTIONS).map((name) => cut(name, MAX_NAME_CHARS));
  return `The language model proposed options that cannot be used, and they were left out: ${told.join(', ')}.`;
}
