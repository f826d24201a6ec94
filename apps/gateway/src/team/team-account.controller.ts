import { Controller, Delete, Get, Inject, Param, Post, Query, Req } from '@nestjs/common';
import { AccountName, isTeamKey, TeamLimits, TeamRight, TeamRights, teamLimitNames } from '@orbweaver/core';
import {
  type Actor,
  addKey,
  type Caller,
  type Database,
  type KeyOverview,
  listKeys,
  listUsage,
  readKey,
  readTeam,
  revokeKey,
  rotateKey,
} from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import type { Request } from 'express';
import { z } from 'zod';
import { rightMissing } from '../auth/authenticator';
import { describeRotation } from '../auth/describe-rotation';
import { Authenticated, CurrentCaller } from '../edge/access';
import { CurrentActor } from '../edge/current-actor';
import { cutPage } from '../edge/cut-page';
import { Operation, WireBody } from '../edge/operation';
import { PublicAddress } from '../edge/public-address';
import { refuseField } from '../errors/api-error';
import { notFound, readPathId, unknownResource } from '../errors/path-id';
import { readQuery } from '../errors/read-wire';
import { describeKey } from '../wire/admin/describe-key';
import { exampleKey, exampleLimits, exampleTeam, exampleUsage } from '../wire/admin/examples';
import { keyRotationOperation } from '../wire/admin/key-rotation';
import {
  AddedKeyAnswer,
  describeRights,
  KeyAnswer,
  KeyExpiry,
  KeyNetworks,
  KeysAnswer,
  KeyView,
  keysQuery,
  RotateKeyRequest,
} from '../wire/admin/keys';
import { UsageAnswer, usageQuery } from '../wire/admin/records';
import { TeamHostsView } from '../wire/admin/teams';
import { defaultFrom, formatDay, parseDay, readUsageCursor, writeUsageCursor } from '../wire/admin/usage-days';
import { readCursor, writeCursor } from '../wire/cursor';
import { exampleId } from '../wire/examples';

const success = z.literal(true);

const TeamAccount = z.object({
  success,
  team: z.object({
    id: z.uuid(),
    name: z.string(),
    limits: TeamLimits.describe('Set by the operator'),
    hosts: TeamHostsView,
  }),
  key: KeyView.pick({ id: true, name: true, rights: true }).describe('The key of the request'),
});
const AddTeamKeyRequest = z.strictObject({
  name: AccountName.describe('Name of the key'),
  rights: TeamRights.default(['team']).describe(describeRights(TeamRight.options)),
  networks: KeyNetworks,
  expiresAt: KeyExpiry,
});
type AddTeamKeyRequest = z.output<typeof AddTeamKeyRequest>;

const teamKeysQuery = { shown: keysQuery.shown.omit({ teamId: true }), read: keysQuery.read.omit({ teamId: true }) };
const teamUsageQuery = { shown: usageQuery.shown.omit({ teamId: true }), read: usageQuery.read.omit({ teamId: true }) };

/** Keys and daily usage, for the team itself. */
@Controller('v2/team')
@Authenticated()
export class TeamAccountController {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly address: PublicAddress,
  ) {}

  @Get()
  @Operation({
    summary: 'Get the team and the key of the request',
    tag: 'team',
    isExtension: true,
    answer: {
      schema: TeamAccount,
      example: {
        success: true,
        team: { id: exampleId, name: exampleTeam.name, limits: exampleLimits, hosts: exampleTeam.hosts },
        key: { id: exampleId, name: exampleKey.name, rights: ['team'] },
      },
    },
  })
  async read(@CurrentCaller() { teamId, keyId, keyName, rights }: Caller) {
    const team = await readTeam(this.database, teamId);
    if (team === undefined) throw notFound('team', teamId);
    const { name, allowedHosts: allowed, closedHosts: closed } = team;
    const limits = Object.fromEntries(teamLimitNames.map((limit) => [limit, team[limit]]));
    return {
      success: true,
      team: { id: teamId, name, limits, hosts: { allowed, closed } },
      key: { id: keyId, name: keyName, rights },
    };
  }

  @Get('keys')
  @Operation({
    summary: 'List the keys of the team',
    tag: 'team',
    isExtension: true,
    query: teamKeysQuery.shown,
    answer: { schema: KeysAnswer, example: { success: true, keys: [exampleKey] } },
    errors: { 400: 'Invalid query' },
  })
  async keys(@CurrentCaller() { teamId }: Caller, @Query() asked: Record<string, unknown>, @Req() request: Request) {
    const query = readQuery(teamKeysQuery.read, asked);
    const after = query.after === undefined ? undefined : readCursor(query.after);
    const found = await listKeys(this.database, { teamId, areOfTeam: true, after, limit: query.limit + 1 });
    const { rows, ...next } = cutPage(found, { request, address: this.address, query }, writeCursor);
    return { success: true, keys: rows.map(describeKey), ...next };
  }

  @Post('keys')
  @Operation({
    summary: 'Create a key of the team',
    description: 'Only this response contains the `secret`.',
    tag: 'team',
    isExtension: true,
    body: { schema: AddTeamKeyRequest, example: { name: 'importer' } },
    answer: { schema: AddedKeyAnswer, example: { success: true, key: exampleKey, secret: 'ow-…' } },
    errors: { 400: 'Invalid body' },
  })
  async addKey(@CurrentCaller() { teamId }: Caller, @CurrentActor() actor: Actor, @WireBody() body: AddTeamKeyRequest) {
    const added = await addKey(this.database, actor, { teamId, ...body });
    if (added === undefined) throw notFound('team', teamId);
    return { success: true, key: describeKey(added.key), secret: added.secret };
  }

  @Post('keys/:id/rotate')
  @Operation({
    summary: 'Rotate a key of the team',
    tag: 'team',
    isExtension: true,
    ...keyRotationOperation,
  })
  async rotateKey(
    @CurrentCaller() { teamId, rights }: Caller,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @WireBody() { overlapSeconds, expiresAt }: RotateKeyRequest,
  ) {
    const key = await this.findKey(teamId, id);
    // Otherwise an owner of the team would receive a key with the right `admin`.
    if (key.rights.includes('admin') && !rights.includes('admin')) throw rightMissing(['admin']);
    const change = { id: key.id, overlapMs: overlapSeconds * 1000, expiresAt };
    return describeRotation(key.id, await rotateKey(this.database, actor, change));
  }

  @Delete('keys/:id')
  @Operation({
    summary: 'Revoke a key of the team',
    description: 'Permanent. Gateways reject the key within 20 seconds. Revoking a revoked key changes nothing.',
    tag: 'team',
    isExtension: true,
    answer: { schema: KeyAnswer, example: { success: true, key: exampleKey } },
    errors: unknownResource('key'),
  })
  async revokeKey(@CurrentCaller() { teamId }: Caller, @CurrentActor() actor: Actor, @Param('id') id: string) {
    const answer = await revokeKey(this.database, actor, (await this.findKey(teamId, id)).id);
    if (answer.kind === 'unknown') throw notFound('key', id);
    return { success: true, key: describeKey(answer.key) };
  }

  @Get('usage')
  @Operation({
    summary: 'List the daily usage of the team by key',
    description:
      'Requests, pages and credits per key and UTC day. A page is counted once, when it is stored; a request once, when its job ends.',
    tag: 'team',
    isExtension: true,
    query: teamUsageQuery.shown,
    answer: { schema: UsageAnswer, example: { success: true, usage: [exampleUsage] } },
    errors: { 400: 'Invalid query' },
  })
  async usage(@CurrentCaller() { teamId }: Caller, @Query() asked: Record<string, unknown>, @Req() request: Request) {
    const query = readQuery(teamUsageQuery.read, asked);
    const to = parseDay(query.to) ?? new Date();
    const from = parseDay(query.from) ?? defaultFrom(to);
    if (from > to) throw refuseField(['from'], 'Must not be after `to`');
    const after = query.after === undefined ? undefined : readUsageCursor(query.after);
    const found = await listUsage(this.database, { teamId, from, to, after, limit: query.limit + 1 });
    const { rows, ...next } = cutPage(found, { request, address: this.address, query }, writeUsageCursor);
    return { success: true, usage: rows.map((row) => ({ ...row, day: formatDay(row.day) })), ...next };
  }

  /** @throws ApiError 404 for a key that `GET /v2/team/keys` does not list */
  private async findKey(teamId: string, id: string): Promise<KeyOverview> {
    const key = await readKey(this.database, readPathId('key', id));
    if (key?.teamId !== teamId || !isTeamKey(key.rights)) throw notFound('key', id);
    return key;
  }
}
