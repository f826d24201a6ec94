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

/** Maximum concurrent prompts per gateway. */
const MAX_AT_ONCE = 8;

/** Limits of option names of the model in a warning. */
const MAX_NAMED_OPTIONS = 10;
const MAX_NAME_CHARS = 40;

export interface ProposedOptions {
  options: Record<string, unknown>;
  /** Names invalid options that the model proposed. */
  warning?: string;
}

/** Converts a natural-language prompt into crawl options. */
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
   * Adds the options generated from the prompt; explicit options take precedence. Without a prompt, returns the body.
   * @param written the body as sent, without defaults
   * @throws ApiError 400 without a configured model, without options, and for invalid options
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

  /** Returns only valid options. @throws ApiError 400 */
  async propose(
    { readProposed = () => ({}) }: Pick<ApiVersion, 'readProposed'>,
    request: { url: string; prompt: string },
    gone: AbortSignal,
  ): Promise<ProposedOptions> {
    const { model } = this;
    if (model === undefined) throw modelMissing('A prompt needs');
    return this.slots.runExclusive(async () => {
      const signal = AbortSignal.any([gone, this.stopping.signal, AbortSignal.timeout(this.config.LLM_TIMEOUT)]);
      try {
        const session = new ModelSession(model, sessionLimits(this.config), signal);
        const proposed = await proposeCrawlOptions(session, request);
        const options = readProposed(proposed);
        const warning = warnOfUnusable(Object.keys(proposed).filter((name) => !Object.hasOwn(options, name)));
        return { options, ...(warning === undefined ? {} : { warning }) };
      } catch (error) {
        if (!(error instanceof LanguageModelError)) throw error;
        this.log.warn('prompt-failed', { kind: error.kind }, error);
        throw new ApiError(
          400,
          `The prompt could not be processed: ${error.message} Rephrase it, or set the options directly`,
          { code: 'PROMPT_FAILED' },
        );
      }
    });
  }
}

function warnOfUnusable(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const named = names.slice(0, MAX_NAMED_OPTIONS).map((name) => cut(name, MAX_NAME_CHARS));
  return `Invalid options proposed by the language model were ignored: ${named.join(', ')}.`;
}
