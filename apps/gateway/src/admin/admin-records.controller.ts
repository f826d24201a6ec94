import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import { type Database, listAuditEntries, listUsage } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import type { Request } from 'express';
import { Administered } from '../edge/access';
import { cutPage } from '../edge/cut-page';
import { Operation } from '../edge/operation';
import { PublicAddress } from '../edge/public-address';
import { refuseField } from '../errors/api-error';
import { readQuery } from '../errors/read-wire';
import { exampleAudit, exampleUsage } from '../wire/admin/examples';
import { AuditAnswer, auditQuery, UsageAnswer, usageQuery } from '../wire/admin/records';
import { defaultFrom, formatDay, parseDay, readUsageCursor, writeUsageCursor } from '../wire/admin/usage-days';
import { refuseCursor } from '../wire/cursor';

@Controller('admin/v1')
@Administered()
export class AdminRecordsController {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly address: PublicAddress,
  ) {}

  @Get('audit')
  @Operation({
    summary: 'List the audit log',
    description: 'Changes made through this API and the `orbweaver` command, newest first. Entries are never deleted.',
    tag: 'admin',
    query: auditQuery.shown,
    answer: { schema: AuditAnswer, example: { success: true, entries: [exampleAudit] } },
    errors: { 400: 'Invalid query' },
  })
  async audit(@Query() asked: Record<string, unknown>, @Req() request: Request) {
    const query = readQuery(auditQuery.read, asked);
    if (query.after !== undefined && !/^\d{1,15}$/.test(query.after)) throw refuseCursor(query.after);
    const before = query.after === undefined ? undefined : Number(query.after);
    const found = await listAuditEntries(this.database, { teamId: query.teamId, before, limit: query.limit + 1 });
    const { rows, ...next } = cutPage(found, { request, address: this.address, query }, ({ id }) => String(id));
    return { success: true, entries: rows.map((entry) => ({ ...entry, at: entry.at.toISOString() })), ...next };
  }

  @Get('usage')
  @Operation({
    summary: 'List daily usage by key',
    description:
      'Requests, pages and credits per key and UTC day. A page is counted once, when it is stored; a request once, when its job ends.',
    tag: 'admin',
    query: usageQuery.shown,
    answer: { schema: UsageAnswer, example: { success: true, usage: [exampleUsage] } },
    errors: { 400: 'Invalid query' },
  })
  async usage(@Query() asked: Record<string, unknown>, @Req() request: Request) {
    const query = readQuery(usageQuery.read, asked);
    const to = parseDay(query.to) ?? new Date();
    const from = parseDay(query.from) ?? defaultFrom(to);
    if (from > to) throw refuseField(['from'], 'Must not be after `to`');
    const after = query.after === undefined ? undefined : readUsageCursor(query.after);
    const found = await listUsage(this.database, { teamId: query.teamId, from, to, after, limit: query.limit + 1 });
    const { rows, ...next } = cutPage(found, { request, address: this.address, query }, writeUsageCursor);
    return { success: true, usage: rows.map((row) => ({ ...row, day: formatDay(row.day) })), ...next };
  }
}
