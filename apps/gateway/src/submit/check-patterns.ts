import { Injectable } from '@nestjs/common';
import type { CrawlSpec } from '@orbweaver/core';
import type { Caller } from '@orbweaver/persistence';
import { InputThreads, InputTooComplexError } from '@orbweaver/platform';
import { TeamTurns } from '../edge/team-turns';
import { ApiError, refuseField } from '../errors/api-error';
import { cut } from '../errors/wording';

/** Maximum length of a pattern in an error message. A pattern may have a hundred thousand characters. */
const MAX_SHOWN_PATTERN_CHARS = 60;

/** Compiles the patterns of a crawl in a worker thread. */
@Injectable()
export class CheckPatterns {
  constructor(
    private readonly threads: InputThreads,
    private readonly turns: TeamTurns,
  ) {}

  /** @throws ApiError 400 */
  async check({ teamId }: Pick<Caller, 'teamId'>, crawl: CrawlSpec): Promise<void> {
    const { includePaths, excludePaths } = crawl.scope;
    if (includePaths.length + excludePaths.length === 0) return;
    const rules = { crawl, originUrl: crawl.url };
    const fault = await this.turns.run(teamId, () => this.threads.checkPatterns(rules)).catch(refuseInvolved);
    if (fault === undefined) return;
    const { field, pattern, message } = fault;
    const short = cut(pattern, MAX_SHOWN_PATTERN_CHARS);
    const told = message
      .slice(`${field}: `.length)
      .replaceAll(JSON.stringify(pattern), () => JSON.stringify(short))
      .replaceAll(pattern, () => short);
    throw refuseField([field], `${told.charAt(0).toUpperCase()}${told.slice(1)}`);
  }
}

function refuseInvolved(error: unknown): never {
  if (!(error instanceof InputTooComplexError)) throw error;
  throw new ApiError(
    400,
    'The patterns in includePaths and excludePaths take too long to compile: use fewer or simpler patterns, with fewer and smaller character classes and repetitions',
    { code: 'BAD_REQUEST' },
  );
}
