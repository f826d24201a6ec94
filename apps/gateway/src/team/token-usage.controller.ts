import { Controller, Get, Inject, Query } from '@nestjs/common';
import { type Caller, type Database, readCreditPeriods } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { z } from 'zod';
import { Authenticated, CurrentCaller } from '../edge/access';
import { Operation } from '../edge/operation';
import { readQuery } from '../errors/read-wire';
import { warnOfUnknownParameters } from '../jobs/read-paging';
import { UNLIMITED } from '../wire/credits';
import { historyOf, historyQuery, periodOf } from '../wire/usage-history';
import { warningOf } from '../wire/warning-of';

const history = historyOf('tokensUsed');

const v1 = z.object({
  success: z.literal(true),
  data: z.object({
    remaining_tokens: z.int(),
    plan_tokens: z.int(),
    billing_period_start: z.iso.datetime().nullable(),
    billing_period_end: z.iso.datetime().nullable(),
  }),
});

const v2 = z.object({
  success: z.literal(true),
  data: z.object({
    remainingTokens: z.int(),
    planTokens: z.int(),
    billingPeriodStart: z.iso.datetime().nullable(),
    billingPeriodEnd: z.iso.datetime().nullable(),
  }),
});

/** Tokens are not limited. */
const usageInV1 = {
  success: true,
  data: {
    remaining_tokens: UNLIMITED,
    plan_tokens: UNLIMITED,
    billing_period_start: null,
    billing_period_end: null,
  },
};
const usageInV2 = {
  success: true,
  data: { remainingTokens: UNLIMITED, planTokens: UNLIMITED, billingPeriodStart: null, billingPeriodEnd: null },
};

const SUMMARY = 'Get the remaining tokens';
const DESCRIPTION = `Tokens of the language model are not limited, so the response is always ${UNLIMITED}. There are no billing periods.`;

/** Usage of the language model by a team. */
@Controller()
@Authenticated()
export class TokenUsageController {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  @Get('v1/team/token-usage')
  @Operation({
    summary: SUMMARY,
    description: DESCRIPTION,
    tag: 'team',
    answer: { schema: v1, example: usageInV1 },
  })
  tokensInV1() {
    return usageInV1;
  }

  @Get('v2/team/token-usage')
  @Operation({
    summary: SUMMARY,
    description: DESCRIPTION,
    tag: 'team',
    answer: { schema: v2, example: usageInV2 },
  })
  tokensInV2() {
    return usageInV2;
  }

  @Get(['v1/team/token-usage/historical', 'v2/team/token-usage/historical'])
  @Operation({
    summary: 'List used tokens by month',
    description:
      'Prompt and completion tokens of stored pages, by UTC month with usage, oldest first. With `byApiKey=true`, separately for each key.',
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
            tokensUsed: 2400,
          },
        ],
      },
    },
    errors: { 400: 'Invalid query' },
  })
  async history(@CurrentCaller() { teamId }: Caller, @Query() query: Record<string, unknown>) {
    const { byApiKey } = readQuery(historyQuery, query);
    const periods = await readCreditPeriods(this.database, { teamId, byApiKey: byApiKey === 'true' });
    return {
      success: true,
      periods: periods
        .filter(({ tokens }) => tokens > 0)
        .map((period) => ({ ...periodOf(period), tokensUsed: period.tokens })),
      ...warningOf(warnOfUnknownParameters(query, Object.keys(historyQuery.shape))),
    };
  }
}
