import { Controller, Get, Inject, Query } from '@nestjs/common';
import {
  type Caller,
  type CreditBalance,
  type Database,
  readCreditBalance,
  readCreditPeriods,
  readTeamLoad,
} from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { z } from 'zod';
import { Authenticated, CurrentCaller } from '../edge/access';
import { Operation } from '../edge/operation';
import { readQuery } from '../errors/read-wire';
import { warnOfUnknownParameters } from '../jobs/read-paging';
import { RequestedVersion, versions } from '../versions';
import type { ApiVersion } from '../wire/api-version';
import { UNLIMITED } from '../wire/credits';
import { historyOf, historyQuery, periodOf } from '../wire/usage-history';
import { warningOf } from '../wire/warning-of';

const load = z.object({ success: z.literal(true), concurrency: z.int(), maxConcurrency: z.int() });

const queue = z.object({
  success: z.literal(true),
  jobsInQueue: z.int().describe('Running and waiting pages'),
  activeJobsInQueue: z.int(),
  waitingJobsInQueue: z.int(),
  maxConcurrency: z.int(),
  mostRecentSuccess: z.iso.datetime().nullable(),
});

const history = historyOf('creditsUsed');

const CREDITS = `Granted credits less used credits; negative if accepted pages cost more than the remaining credits. ${UNLIMITED} means unlimited. There are no billing periods.`;
const exampleCredits: CreditBalance = { limited: true, granted: 1000, used: 7 };

/** Usage of the limits and credits of a team. */
@Controller()
@Authenticated()
export class TeamController {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  @Get(['v1/concurrency-check', 'v2/concurrency-check'])
  @Operation({
    summary: 'Get the number of concurrent pages',
    tag: 'team',
    answer: { schema: load, example: { success: true, concurrency: 2, maxConcurrency: UNLIMITED } },
  })
  async concurrency(@CurrentCaller() caller: Caller) {
    const { active } = await readTeamLoad(this.database, caller.teamId);
    return { success: true, concurrency: active, maxConcurrency: caller.maxConcurrency ?? UNLIMITED };
  }

  @Get(['v1/team/queue-status', 'v2/team/queue-status'])
  @Operation({
    summary: 'Get the number of running and waiting pages',
    tag: 'team',
    answer: {
      schema: queue,
      example: {
        success: true,
        jobsInQueue: 42,
        activeJobsInQueue: 2,
        waitingJobsInQueue: 40,
        maxConcurrency: UNLIMITED,
        mostRecentSuccess: '2026-01-01T10:00:00.000Z',
      },
    },
  })
  async queue(@CurrentCaller() caller: Caller) {
    const { active, waiting, lastSuccessAt } = await readTeamLoad(this.database, caller.teamId);
    return {
      success: true,
      jobsInQueue: active + waiting,
      activeJobsInQueue: active,
      waitingJobsInQueue: waiting,
      maxConcurrency: caller.maxConcurrency ?? UNLIMITED,
      mostRecentSuccess: lastSuccessAt?.toISOString() ?? null,
    };
  }

  @Get(['v1/team/credit-usage', 'v2/team/credit-usage'])
  @Operation({
    summary: 'Get the remaining credits',
    description: CREDITS,
    tag: 'team',
    answer: {
      v1: { schema: versions.v1.CreditUsage, example: versions.v1.writeCreditUsage(exampleCredits) },
      v2: { schema: versions.v2.CreditUsage, example: versions.v2.writeCreditUsage(exampleCredits) },
    },
  })
  async credits(@CurrentCaller() caller: Caller, @RequestedVersion() version: ApiVersion) {
    return version.writeCreditUsage(await readCreditBalance(this.database, caller.teamId));
  }

  @Get(['v1/team/credit-usage/historical', 'v2/team/credit-usage/historical'])
  @Operation({
    summary: 'List used credits by month',
    description: 'UTC months with usage, oldest first. With `byApiKey=true`, separately for each key.',
    tag: 'team',
    query: historyQuery,
    answer: {
      schema: history,
      example: {
        success: true,
        periods: [
          {
            startDate: '2026-01-01T00:00:00.000Z',
            endDate: '2026-02-01T00:00:00.000Z',
            apiKey: 'importer',
            creditsUsed: 7,
          },
        ],
      },
    },
    errors: { 400: 'Invalid query' },
  })
  async history(@CurrentCaller() caller: Caller, @Query() query: Record<string, unknown>) {
    const { byApiKey } = readQuery(historyQuery, query);
    const periods = await readCreditPeriods(this.database, { teamId: caller.teamId, byApiKey: byApiKey === 'true' });
    return {
      success: true,
      periods: periods.map((period) => ({ ...periodOf(period), creditsUsed: period.used })),
      ...warningOf(warnOfUnknownParameters(query, Object.keys(historyQuery.shape))),
    };
  }
}
