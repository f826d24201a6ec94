import { Controller, Delete, Get, Inject, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { type Clock, hasRight } from '@orbweaver/core';
import {
  type Actor,
  type Caller,
  changeSchedule,
  createSchedule,
  type Database,
  deleteSchedule,
  findSchedule,
  listSchedules,
  readSchedule,
  type Schedule,
} from '@orbweaver/persistence';
import { CLOCK, CONFIG, DATABASE } from '@orbweaver/platform';
import type { Request } from 'express';
import { rightMissing } from '../auth/authenticator';
import { Authenticated, CurrentCaller } from '../edge/access';
import { CurrentActor } from '../edge/current-actor';
import { cutPage } from '../edge/cut-page';
import { Operation, WireBody } from '../edge/operation';
import { PublicAddress } from '../edge/public-address';
import { ApiError, refuseField } from '../errors/api-error';
import { notFound, readPathId, unknownResource } from '../errors/path-id';
import { readQuery } from '../errors/read-wire';
import type { GatewayConfig } from '../gateway.config';
import { RateLimited } from '../limits/rate-guard';
import { readCursor, writeCursor } from '../wire/cursor';
import { CheckTarget, requireRightFor } from './check-target';
import { type CronTimes, findPlanFault, nextRun, shortestInterval } from './cron-times';
import { describeSchedule } from './describe-schedule';
import {
  DeletedAnswer,
  exampleSchedule,
  ScheduleAnswer,
  ScheduleChange,
  ScheduleRequest,
  SchedulesAnswer,
  scheduleRequestExample,
  schedulesQuery,
} from './schedule-schemas';

const answer = { schema: ScheduleAnswer, example: { success: true, schedule: exampleSchedule } };
const INVALID = { 400: 'Invalid body', 403: 'The operator has denied the host' };
const MINUTE_MS = 60_000;

@Controller('v2/schedules')
@Authenticated()
export class SchedulesController {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'SCHEDULES_PER_TEAM' | 'SCHEDULE_MIN_INTERVAL'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly targets: CheckTarget,
    private readonly address: PublicAddress,
  ) {}

  @Post()
  @RateLimited('job')
  @Operation({
    summary: 'Create a schedule',
    description:
      'Starts a crawl, batch or map by cron, and compares every run with the last completed one. A webhook gets `schedule.changed` with what is new, changed and removed.',
    tag: 'schedules',
    isExtension: true,
    body: { schema: ScheduleRequest, example: scheduleRequestExample },
    answer,
    errors: { ...INVALID, 409: 'The team has the maximum number of schedules' },
  })
  async create(
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
    @WireBody() body: ScheduleRequest,
    @Req() request: Request,
  ) {
    this.checkInterval(body.cron);
    requireRightFor(caller, body.target.type);
    await this.targets.check(caller, body.target);
    const { SCHEDULES_PER_TEAM: max } = this.config;
    const created = await createSchedule(this.database, actor, {
      teamId: caller.teamId,
      apiKeyId: caller.keyId,
      max,
      name: body.name,
      cron: body.cron,
      timezone: body.timezone,
      kind: body.target.type,
      request: writtenRequest(request),
      overlap: body.overlap,
      missedRuns: body.missedRuns,
      webhook: body.webhook === undefined ? null : this.targets.readWebhook(body.webhook),
      address: this.address.of(request),
      paused: body.paused,
      nextRunAt: this.nextRunOf(body),
    });
    if (created === undefined) {
      throw new ApiError(409, `The team has ${max} schedules, the maximum. Delete one first`);
    }
    return { success: true, schedule: describeSchedule({ ...created, lastRun: null }) };
  }

  @Get()
  @Operation({
    summary: 'List the schedules of the team',
    tag: 'schedules',
    isExtension: true,
    query: schedulesQuery.shown,
    answer: { schema: SchedulesAnswer, example: { success: true, schedules: [exampleSchedule] } },
    errors: { 400: 'Invalid query' },
  })
  async list(@CurrentCaller() { teamId }: Caller, @Query() asked: Record<string, unknown>, @Req() request: Request) {
    const query = readQuery(schedulesQuery.read, asked);
    const after = query.after === undefined ? undefined : readCursor(query.after);
    const found = await listSchedules(this.database, {
      teamId,
      limit: query.limit + 1,
      ...(after === undefined ? {} : { after }),
    });
    const { rows, ...next } = cutPage(found, { request, address: this.address, query }, writeCursor);
    return { success: true, schedules: rows.map(describeSchedule), ...next };
  }

  @Get(':id')
  @Operation({
    summary: 'Get a schedule with its last run',
    tag: 'schedules',
    isExtension: true,
    answer,
    errors: unknownResource('schedule'),
  })
  async read(@CurrentCaller() caller: Caller, @Param('id') id: string) {
    const schedule = await readSchedule(this.database, { teamId: caller.teamId, id: readPathId('schedule', id) });
    if (schedule === undefined) throw notFound('schedule', id);
    return { success: true, schedule: describeSchedule(schedule) };
  }

  @Patch(':id')
  @Operation({
    summary: 'Change, pause or resume a schedule',
    description:
      'Fields that are absent keep their value. `target` replaces the whole target, including headers. A resumed schedule does not make up for the time of its pause.',
    tag: 'schedules',
    isExtension: true,
    body: { schema: ScheduleChange, example: { paused: true } },
    answer: { ...answer, example: { success: true, schedule: { ...exampleSchedule, paused: true, nextRunAt: null } } },
    errors: { ...INVALID, ...unknownResource('schedule') },
  })
  async change(
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @WireBody() body: ScheduleChange,
    @Req() request: Request,
  ) {
    const { teamId, rights } = caller;
    const scheduleId = readPathId('schedule', id);
    // An empty change only reads.
    if (Object.keys(body).length === 0 && !hasRight(rights, 'read')) throw rightMissing(['read']);
    if (body.cron !== undefined) this.checkInterval(body.cron);
    if (body.target !== undefined) await this.targets.check(caller, body.target);
    const webhook = body.webhook && this.targets.readWebhook(body.webhook);
    const changed = await changeSchedule(this.database, actor, { teamId, id: scheduleId }, (schedule) => {
      requireRightFor(caller, schedule.kind);
      // Runs are compared with those before, and a running one is still of the previous type.
      if (body.target !== undefined && body.target.type !== schedule.kind) {
        throw refuseField(['target', 'type'], `Must be "${schedule.kind}", as before. Create another schedule`);
      }
      const times = this.timesOf(schedule, body);
      return {
        ...schedule,
        ...times,
        name: body.name ?? schedule.name,
        overlap: body.overlap ?? schedule.overlap,
        missedRuns: body.missedRuns ?? schedule.missedRuns,
        webhook: webhook === undefined ? schedule.webhook : webhook,
        address: this.address.of(request),
        request: body.target === undefined ? undefined : writtenRequest(request),
      };
    });
    if (changed === undefined) throw notFound('schedule', id);
    return { success: true, schedule: describeSchedule(changed) };
  }

  @Delete(':id')
  @Operation({
    summary: 'Delete a schedule with its runs',
    description: 'A job that is running continues; a running map ends.',
    tag: 'schedules',
    isExtension: true,
    answer: { schema: DeletedAnswer, example: { success: true } },
    errors: unknownResource('schedule'),
  })
  async delete(@CurrentCaller() caller: Caller, @CurrentActor() actor: Actor, @Param('id') id: string) {
    const schedule = { teamId: caller.teamId, id: readPathId('schedule', id) };
    const found = await findSchedule(this.database, schedule);
    if (found === undefined) throw notFound('schedule', id);
    requireRightFor(caller, found.kind);
    if (!(await deleteSchedule(this.database, actor, schedule))) throw notFound('schedule', id);
    return { success: true };
  }

  /**
   * Keeps a due time, unless the times change, the schedule is resumed, or the times of an unplannable one are sent.
   * @throws ApiError 400 if there is no next time
   */
  private timesOf(schedule: Omit<Schedule, 'request'>, body: ScheduleChange) {
    const { cron = schedule.cron, timezone = schedule.timezone, paused = schedule.paused } = body;
    const isSame = cron === schedule.cron && timezone === schedule.timezone && paused === schedule.paused;
    const isSent = body.cron !== undefined || body.timezone !== undefined;
    const times = { cron, timezone, paused };
    const { nextRunAt, unplannableReason } = schedule;
    if (isSame && (unplannableReason === null || !isSent)) return { ...times, nextRunAt, unplannableReason };
    return { ...times, nextRunAt: this.nextRunOf(times), unplannableReason: null };
  }

  /** Null while paused. @throws ApiError 400 if there is none */
  private nextRunOf({ paused, cron, timezone }: CronTimes & { paused: boolean }): Date | null {
    if (paused) return null;
    const now = this.clock();
    const fault = findPlanFault({ cron, timezone }, now);
    if (fault !== undefined) throw refuseField([fault.field], fault.message);
    return nextRun({ cron, timezone }, now);
  }

  private checkInterval(cron: string): void {
    const { SCHEDULE_MIN_INTERVAL: minMs } = this.config;
    const shortest = shortestInterval(cron, this.clock());
    if (shortest >= minMs) return;
    throw refuseField(
      ['cron'],
      `Must leave at least ${minMs / MINUTE_MS} minutes between two runs, not ${shortest / MINUTE_MS}`,
    );
  }
}

/** As sent, without defaults, which a later version may change. */
const writtenRequest = ({ body }: Request): unknown => (body as { target: { request: unknown } }).target.request;
