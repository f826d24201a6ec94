import { Injectable } from '@nestjs/common';
import type { CrawlSpec } from '@orbweaver/core';
import type { Caller } from '@orbweaver/persistence';
import { InputThreads, InputTooComplexError } from '@orbweaver/platform';
import { FairQueue } from '../edge/fair-queue';
import { ApiError, refuseField } from '../errors/api-error';
import { cut } from '../errors/wording';

/** Maximum length of a pattern in an error message. */
const MAX_SHOWN_PATTERN_CHARS = 60;

/** Compiles the patterns of a crawl in a worker thread. */
@Injectable()
export class CheckPatterns {
  constructor(
    private readonly threads: InputThreads,
    private readonly queue: FairQueue,
  ) {}

  /** @throws ApiError 400 */
  async check({ teamId }: Pick<Caller, 'teamId'>, crawl: CrawlSpec): Promise<void> {
    const { includePaths, excludePaths } = crawl.scope;
    if (includePaths.length + excludePaths.length === 0) return;
    const rules = { crawl, originUrl: crawl.url };
    const fault = await this.queue.run(teamId, () => this.threads.checkPatterns(rules)).catch(refuseInvolved);
    if (fault === undefined) return;
    const { field, pattern, message } = fault;
    const short = cut(pattern, MAX_SHOWN_PATTERN_CHARS);
    const shortened = message
      .slice(`${field}: `.length)
      .replaceAll(JSON.stringify(pattern), () => JSON.stringify(short))
      .replaceAll(pattern, () => short);
    throw refuseField([field], `${shortened.charAt(0).toUpperCase()}${shortened.slice(1)}`);
  }
}

function refuseInvolved(error: unknown): never {
  if (!(error instanceof InputTooComplexError)) throw error;
  throw new ApiError(
    400,
    'The patterns in includePaths and excludePaths take too long to compile. Use fewer or simpler patterns, with smaller character classes and fewer repetitions',
    { code: 'BAD_REQUEST' },
  );
}
