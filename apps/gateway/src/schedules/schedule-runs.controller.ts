import { Controller, Get, Inject, Param, Post, Query, Req } from '@nestjs/common';
import {
  type Actor,
  type Caller,
  type Database,
  findSchedule,
  listRunPages,
  listRuns,
  type RunPageState,
  readRun,
  requestRun,
  runPageStates,
} from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import type { Request } from 'express';
import { Authenticated, CurrentCaller } from '../edge/access';
import { CurrentActor } from '../edge/current-actor';
import { cutPage } from '../edge/cut-page';
import { Operation } from '../edge/operation';
import { PublicAddress } from '../edge/public-address';
import { ApiError } from '../errors/api-error';
import { notFound, readPathId, unknownResource } from '../errors/path-id';
import { readQuery } from '../errors/read-wire';
import { RateLimited } from '../limits/rate-guard';
import { readCursor, refuseCursor, writeCursor } from '../wire/cursor';
import { requireRightFor } from './check-target';
import { describeRun } from './describe-schedule';
import { ScheduleLoop } from './schedule-loop';
import {
  exampleRun,
  runPagesQuery,
  ScheduleRunAnswer,
  ScheduleRunsAnswer,
  StartedRunAnswer,
  schedulesQuery,
} from './schedule-schemas';

@Controller('v2/schedules/:id')
@Authenticated()
export class ScheduleRunsController {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly loop: ScheduleLoop,
    private readonly address: PublicAddress,
  ) {}

  @Post('run')
  @RateLimited('job')
  @Operation({
    summary: 'Run a schedule now',
    description: 'Also runs a paused schedule. The next planned time does not change.',
    tag: 'schedules',
    isExtension: true,
    answer: {
      schema: StartedRunAnswer,
      example: { success: true, run: { ...exampleRun, status: 'queued', trigger: 'manual' } },
    },
    errors: { ...unknownResource('schedule'), 409: 'A run is running or queued, and `overlap` allows no other' },
  })
  async run(@CurrentCaller() caller: Caller, @CurrentActor() actor: Actor, @Param('id') id: string) {
    const schedule = await this.find(caller, id);
    requireRightFor(caller, schedule.kind);
    const requested = await requestRun(this.database, actor, { id: schedule.id, teamId: caller.teamId });
    if (requested.kind === 'unknown-schedule') throw notFound('schedule', id);
    if (requested.kind === 'rejected') {
      throw new ApiError(409, 'A run of this schedule is running or queued. Wait for its end');
    }
    this.loop.wake();
    return { success: true, run: describeRun(requested.run) };
  }

  @Get('runs')
  @Operation({
    summary: 'List the runs of a schedule',
    tag: 'schedules',
    isExtension: true,
    query: schedulesQuery.shown,
    answer: { schema: ScheduleRunsAnswer, example: { success: true, runs: [exampleRun] } },
    errors: { 400: 'Invalid query', ...unknownResource('schedule') },
  })
  async list(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Query() asked: Record<string, unknown>,
    @Req() request: Request,
  ) {
    const query = readQuery(schedulesQuery.read, asked);
    const { id: scheduleId } = await this.find(caller, id);
    const after = query.after === undefined ? {} : { after: readCursor(query.after) };
    const found = await listRuns(this.database, { scheduleId, limit: query.limit + 1, ...after });
    const { rows, ...next } = cutPage(found, { request, address: this.address, query }, (run) =>
      writeCursor({ createdAt: run.plannedAt, id: run.id }),
    );
    return { success: true, runs: rows.map(describeRun), ...next };
  }

  @Get('runs/:runId')
  @Operation({
    summary: 'Get a run with the state of its pages',
    description: 'Pages are ordered by state. By default `same` pages are omitted.',
    tag: 'schedules',
    isExtension: true,
    query: runPagesQuery.shown,
    answer: {
      schema: ScheduleRunAnswer,
      example: { success: true, run: exampleRun, pages: [{ url: 'https://example.com/docs/new', state: 'new' }] },
    },
    errors: { 400: 'Invalid query', 404: 'Unknown schedule or run' },
  })
  async read(
    @CurrentCaller() caller: Caller,
    @Param('id') id: string,
    @Param('runId') runId: string,
    @Query() asked: Record<string, unknown>,
    @Req() request: Request,
  ) {
    const query = readQuery(runPagesQuery.read, asked);
    const { id: scheduleId } = await this.find(caller, id);
    const run = await readRun(this.database, { scheduleId, id: readPathId('run', runId) });
    if (run === undefined) throw notFound('run', runId);
    const states: readonly RunPageState[] =
      query.state === undefined ? runPageStates.filter((state) => state !== 'same') : [query.state];
    const after = query.after === undefined ? {} : { after: readPageCursor(query.after) };
    const found = await listRunPages(this.database, { runId: run.id, states, limit: query.limit + 1, ...after });
    const { rows, ...next } = cutPage(found, { request, address: this.address, query }, writePageCursor);
    return { success: true, run: describeRun(run), pages: rows.map(({ url, state }) => ({ url, state })), ...next };
  }

  private async find({ teamId }: Caller, id: string) {
    const schedule = await findSchedule(this.database, { teamId, id: readPathId('schedule', id) });
    if (schedule === undefined) throw notFound('schedule', id);
    return schedule;
  }
}

interface PageCursor {
  state: string;
  key: string;
}

const writePageCursor = ({ state, key }: PageCursor): string => `${state}.${key}`;

/** @throws ApiError 400 */
function readPageCursor(text: string): PageCursor {
  const [, state, key] = /^([a-z]+)\.((?:[0-9a-f]{2}){1,32})$/.exec(text) ?? [];
  if (state === undefined || key === undefined) throw refuseCursor(text);
  return { state, key };
}
