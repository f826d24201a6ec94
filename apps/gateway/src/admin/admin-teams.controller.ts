import { randomUUID } from 'node:crypto';
import { Controller, Get, Inject, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { teamLimitNames } from '@orbweaver/core';
import {
  type Actor,
  type CreditBalance,
  createTeam,
  type Database,
  grantCredits,
  type ListedTeam,
  listTeams,
  readCreditBalance,
  readCreditPeriods,
  readTeam,
  setTeam,
  setTeamDisabled,
  type TeamOverview,
} from '@orbweaver/persistence';
import { CONFIG, DATABASE, faultOfRetention } from '@orbweaver/platform';
import type { Request } from 'express';
import { Administered } from '../edge/access';
import { CurrentActor } from '../edge/current-actor';
import { cutPage } from '../edge/cut-page';
import type { EdgeRequest } from '../edge/edge-request';
import { Operation, WireBody } from '../edge/operation';
import { PublicAddress } from '../edge/public-address';
import { ApiError, refuseField } from '../errors/api-error';
import { notFound, readPathId, unknownResource } from '../errors/path-id';
import { readQuery } from '../errors/read-wire';
import type { GatewayConfig } from '../gateway.config';
import { exampleCreditsView, exampleLimits, exampleListedTeam, exampleTeam } from '../wire/admin/examples';
import {
  AddTeamRequest,
  CreditsAnswer,
  GrantRequest,
  SetTeamRequest,
  TeamAnswer,
  TeamsAnswer,
  teamsQuery,
} from '../wire/admin/teams';

const exampleAnswer = { schema: TeamAnswer, example: { success: true, team: exampleTeam } };

@Controller('admin/v1/teams')
@Administered()
export class AdminTeamsController {
  constructor(
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(DATABASE) private readonly database: Database,
    private readonly address: PublicAddress,
  ) {}

  @Get()
  @Operation({
    summary: 'List teams with their limits',
    description: 'Without the lists of hosts, which `GET /admin/v1/teams/{id}` returns.',
    tag: 'admin',
    query: teamsQuery.shown,
    answer: { schema: TeamsAnswer, example: { success: true, teams: [exampleListedTeam] } },
    errors: { 400: 'Invalid query' },
  })
  async list(@Query() asked: Record<string, unknown>, @Req() request: Request) {
    const query = readQuery(teamsQuery.read, asked);
    if (query.after?.includes('\0')) throw refuseField(['after'], 'Must be the cursor from `next` of this list');
    const found = await listTeams(this.database, { after: query.after, limit: query.limit + 1 });
    const { rows, ...next } = cutPage(found, { request, address: this.address, query }, ({ name }) => name);
    return { success: true, teams: rows.map(describeListed), ...next };
  }

  @Post()
  @Operation({
    summary: 'Add a team',
    description: 'Omitted limits are unlimited. A new team has no keys and no credits.',
    tag: 'admin',
    body: { schema: AddTeamRequest, example: { name: 'search', ...exampleLimits } },
    answer: exampleAnswer,
    errors: { 400: 'Invalid body', 409: 'The name is taken' },
  })
  async add(@CurrentActor() actor: Actor, @WireBody() { name, ...limits }: AddTeamRequest) {
    this.checkRetention(limits);
    const team = await createTeam(this.database, actor, { name, limits });
    if (team === undefined) throw new ApiError(409, 'name: Another team has this name');
    return { success: true, team: describe(team) };
  }

  @Get(':id')
  @Operation({ summary: 'Get a team', tag: 'admin', answer: exampleAnswer, errors: unknownResource('team') })
  async read(@Param('id') id: string) {
    return { success: true, team: describe(await this.find(id)) };
  }

  @Patch(':id')
  @Operation({
    summary: 'Change the limits and hosts of a team',
    description:
      'Omitted limits and lists of hosts are unchanged. Gateways apply the change within 20 seconds. Running jobs keep the hosts of their start.',
    tag: 'admin',
    body: { schema: SetTeamRequest, example: { maxConcurrency: 20, zeroDataRetention: true } },
    answer: exampleAnswer,
    errors: { 400: 'Invalid body', ...unknownResource('team') },
  })
  async set(@CurrentActor() actor: Actor, @Param('id') id: string, @WireBody() body: SetTeamRequest) {
    const { hosts = {}, ...limits } = body;
    this.checkRetention(limits);
    const team = await setTeam(this.database, actor, { id: readPathId('team', id), limits, hosts });
    if (team === undefined) throw notFound('team', id);
    return { success: true, team: describe(team) };
  }

  @Post(':id/disable')
  @Operation({
    summary: 'Disable a team',
    description:
      'Within 20 seconds, gateways reject the keys of the team with 403 and close its streams. Accepted jobs and their webhooks continue; cancel them separately. Enabling the team restores its keys.',
    tag: 'admin',
    answer: {
      schema: TeamAnswer,
      example: { success: true, team: { ...exampleTeam, disabledAt: exampleTeam.createdAt } },
    },
    errors: {
      ...unknownResource('team'),
      409: 'The key of the request belongs to the team, which would lock itself out',
    },
  })
  disable(@CurrentActor() actor: Actor, @Req() { caller }: EdgeRequest, @Param('id') id: string) {
    if (readPathId('team', id) === caller?.teamId) {
      throw new ApiError(
        409,
        'The key of this request belongs to this team, which would lock itself out. Use a key of another team',
      );
    }
    return this.setDisabled(actor, id, true);
  }

  @Post(':id/enable')
  @Operation({
    summary: 'Enable a disabled team',
    description: 'Gateways accept its keys within 20 seconds, except revoked keys.',
    tag: 'admin',
    answer: exampleAnswer,
    errors: unknownResource('team'),
  })
  enable(@CurrentActor() actor: Actor, @Param('id') id: string) {
    return this.setDisabled(actor, id, false);
  }

  @Get(':id/credits')
  @Operation({
    summary: 'Get the credits of a team',
    description: 'The balance, and usage by key and month.',
    tag: 'admin',
    answer: { schema: CreditsAnswer, example: { success: true, credits: exampleCreditsView } },
    errors: unknownResource('team'),
  })
  async credits(@Param('id') id: string) {
    const team = await this.find(id);
    return this.describeCredits(team.id, await readCreditBalance(this.database, team.id));
  }

  @Post(':id/credits')
  @Operation({
    summary: 'Grant credits to a team',
    tag: 'admin',
    body: { schema: GrantRequest, example: { amount: 1000, note: 'trial' } },
    answer: { schema: CreditsAnswer, example: { success: true, credits: exampleCreditsView } },
    errors: { 400: 'Invalid body', ...unknownResource('team'), 409: 'Another grant has this `id`' },
  })
  async grant(@CurrentActor() actor: Actor, @Param('id') id: string, @WireBody() body: GrantRequest) {
    const teamId = readPathId('team', id);
    const { id: grantId = randomUUID(), amount, note = null } = body;
    const grant = await grantCredits(this.database, actor, { id: grantId, teamId, amount, note });
    if (grant.kind === 'unknown-team') throw notFound('team', id);
    if (grant.kind === 'id-taken') throw new ApiError(409, 'id: Another ledger entry has this id');
    return this.describeCredits(teamId, grant.balance);
  }

  /** @throws ApiError 400 */
  private checkRetention({ retentionHours }: Pick<SetTeamRequest, 'retentionHours'>): void {
    const fault = faultOfRetention(retentionHours, this.config);
    if (fault !== undefined) throw refuseField(['retentionHours'], `M${fault.slice(1)}`);
  }

  private async setDisabled(actor: Actor, id: string, isDisabled: boolean) {
    const found = await setTeamDisabled(this.database, actor, { id: readPathId('team', id), isDisabled });
    if (found === undefined) throw notFound('team', id);
    return { success: true, team: describe(found.team) };
  }

  private async find(id: string): Promise<TeamOverview> {
    const team = await readTeam(this.database, readPathId('team', id));
    if (team === undefined) throw notFound('team', id);
    return team;
  }

  private async describeCredits(teamId: string, { limited, granted, used }: CreditBalance) {
    const periods = await readCreditPeriods(this.database, { teamId, byApiKey: true });
    const months = periods.map(({ start, apiKey, used: usedInMonth }) => ({
      month: start.toISOString().slice(0, 10),
      apiKey,
      used: usedInMonth,
    }));
    return { success: true, credits: { teamId, limited, granted, used, remaining: granted - used, months } };
  }
}

/** Without hosts, which may be thousands. */
function describeListed({ id, name, keys, createdAt, disabledAt, hostCounts, ...overview }: ListedTeam) {
  const limits = Object.fromEntries(teamLimitNames.map((limit) => [limit, overview[limit]]));
  return {
    id,
    name,
    ...limits,
    createdAt: createdAt.toISOString(),
    disabledAt: disabledAt?.toISOString() ?? null,
    hostCounts,
    keys,
  };
}

const describe = ({ allowedHosts: allowed, closedHosts: closed, ...team }: TeamOverview) => ({
  ...describeListed(team),
  hosts: { allowed, closed },
});
