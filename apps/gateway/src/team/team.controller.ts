import { Controller, Get, Inject, Post } from '@nestjs/common';
import { type Caller as CallerOfKey, type Database, readTeamLoad } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { z } from 'zod';
import { Authenticated, Caller } from '../auth/access';
import { ApiError } from '../edge/api-error';
import { Operation, WireBody } from '../edge/operation';
import { promptText } from '../wire/bounds';

/** What clients read where there is no bound: credits are not limited, nor is a team without a limit of its own. */
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

const paramsPreview = z.object({ url: z.string(), prompt: promptText });

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
  async concurrency(@Caller() caller: CallerOfKey) {
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
  async queue(@Caller() caller: CallerOfKey) {
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
    description: `Credits are not limited in this installation: ${UNLIMITED} stands for that.`,
    tag: 'team',
    answer: { schema: creditsV1, example: creditsOfV1() },
  })
  creditsV1() {
    return creditsOfV1();
  }

  @Get('v2/team/credit-usage')
  @Operation({
    summary: 'Read the credits that remain',
    description: `Credits are not limited in this installation: ${UNLIMITED} stands for that.`,
    tag: 'team',
    answer: { schema: creditsV2, example: creditsOfV2() },
  })
  creditsV2() {
    return creditsOfV2();
  }

  @Post('v2/crawl/params-preview')
  @Operation({
    summary: 'Turn a prompt into crawl options',
    description: 'Needs a language model; without one it answers 400.',
    tag: 'crawl',
    body: { schema: paramsPreview, example: { url: 'https://example.com', prompt: 'only the blog' } },
    errors: { 400: 'The body is wrong, or no language model is configured' },
  })
  preview(@WireBody() _: z.output<typeof paramsPreview>): never {
    throw new ApiError(400, 'No language model is configured, so a prompt cannot be turned into options', {
      code: 'BAD_REQUEST',
    });
  }
}

function creditsOfV1() {
  const period = { billing_period_start: null, billing_period_end: null };
  return { success: true, data: { remaining_credits: UNLIMITED, plan_credits: UNLIMITED, ...period } };
}

function creditsOfV2() {
  const period = { billingPeriodStart: null, billingPeriodEnd: null };
  return { success: true, data: { remainingCredits: UNLIMITED, planCredits: UNLIMITED, ...period } };
}
