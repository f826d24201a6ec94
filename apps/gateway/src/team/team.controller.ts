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
import { AskingCaller, Authenticated } from '../auth/access';
import { Operation } from '../edge/operation';
import { readQuery } from '../wire/read-wire';

/** What clients read where there is no bound. */
const UNLIMITED = 99_999_999;

const load = z.object({ success: z.literal(true), concurrency: z.int(), maxConcurrency: z.int() });

const queue = z.object({
  success: z.literal(true),
  jobsInQueue: z.int().describe('Pages that run or wait'),
  activeJobsInQueue: z.int(),
  waitingJobsInQueue: z.int(),
  maxConcurrency: z.int(),
  mostRecentSuccess: z.iso.datetime().nullable(),
});

const creditsV1 = z.object({
  success: z.literal(true),
  data: z.object({
    remaining_credits: z.int(),
    plan_credits: z.int(),
    billing_period_start: z.iso.datetime().nullable(),
    billing_period_end: z.iso.datetime().nullable(),
  }),
});

const creditsV2 = z.object({
  success: z.literal(true),
  data: z.object({
    remainingCredits: z.int(),
    planCredits: z.int(),
    billingPeriodStart: z.iso.datetime().nullable(),
    billingPeriodEnd: z.iso.datetime().nullable(),
  }),
});

const historyQuery = z.object({ byApiKey: z.enum(['true', 'false']).optional() });

const history = z.object({
  success: z.literal(true),
  periods: z.array(
    z.object({
      startDate: z.iso.datetime(),
      endDate: z.iso.datetime(),
      apiKey: z.string().optional().describe('Name of the key; absent for what no known key has used'),
      creditsUsed: z.int(),
    }),
  ),
});

const CREDITS = `What was granted to the team, less what its pages have used; below zero when pages that were accepted cost more than was left. ${UNLIMITED} stands for a team whose credits are not limited. There are no billing periods.`;
const exampleCredits: CreditBalance = { limited: true, granted: 1000, used: 7 };

/** How much of its shares a team uses. */
@Controller()
@Authenticated()
export class TeamController {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  @Get(['v1/concurrency-check', 'v2/concurrency-check'])
  @Operation({
    summary: 'Read how many pages run at once',
    tag: 'team',
    answer: { schema: load, example: { success: true, concurrency: 2, maxConcurrency: UNLIMITED } },
  })
  async concurrency(@AskingCaller() caller: Caller) {
    const { active } = await readTeamLoad(this.database, caller.teamId);
    return { success: true, concurrency: active, maxConcurrency: caller.maxConcurrency ?? UNLIMITED };
  }

  @Get(['v1/team/queue-status', 'v2/team/queue-status'])
  @Operation({
    summary: 'Read how many pages run and wait',
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
  async queue(@AskingCaller() caller: Caller) {
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

  @Get('v1/team/credit-usage')
  @Operation({
    summary: 'Read the credits that remain',
    description: CREDITS,
    tag: 'team',
    answer: { schema: creditsV1, example: creditsOfV1(exampleCredits) },
  })
  async creditsV1(@AskingCaller() caller: Caller) {
    return creditsOfV1(await readCreditBalance(this.database, caller.teamId));
  }

  @Get('v2/team/credit-usage')
  @Operation({
    summary: 'Read the credits that remain',
    description: CREDITS,
    tag: 'team',
    answer: { schema: creditsV2, example: creditsOfV2(exampleCredits) },
  })
  async creditsV2(@AskingCaller() caller: Caller) {
    return creditsOfV2(await readCreditBalance(this.database, caller.teamId));
  }

  @Get(['v1/team/credit-usage/historical', 'v2/team/credit-usage/historical'])
  @Operation({
    summary: 'Read the credits used, month by month',
    description: 'Months of UTC in which any were used, oldest first; with `byApiKey=true` each key on its own.',
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
    errors: { 400: 'The query is wrong' },
  })
  async history(@AskingCaller() caller: Caller, @Query() query: Record<string, unknown>) {
    const { byApiKey } = readQuery(historyQuery, query);
    const periods = await readCreditPeriods(this.database, { teamId: caller.teamId, byApiKey: byApiKey === 'true' });
    return {
      success: true,
      periods: periods.map(({ start, end, apiKey, used }) => ({
        startDate: start.toISOString(),
        endDate: end.toISOString(),
        ...(apiKey === null ? {} : { apiKey }),
        creditsUsed: used,
      })),
    };
  }
}

function countsOf({ limited, granted, used }: CreditBalance): { remaining: number; plan: number } {
  return limited ? { remaining: granted - used, plan: granted } : { remaining: UNLIMITED, plan: UNLIMITED };
}

function creditsOfV1(balance: CreditBalance) {
  const { remaining, plan } = countsOf(balance);
  const period = { billing_period_start: null, billing_period_end: null };
  return { success: true, data: { remaining_credits: remaining, plan_credits: plan, ...period } };
}

function creditsOfV2(balance: CreditBalance) {
  const { remaining, plan } = countsOf(balance);
  const period = { billingPeriodStart: null, billingPeriodEnd: null };
  return { success: true, data: { remainingCredits: remaining, planCredits: plan, ...period } };
}
