import { Inject, Injectable } from '@nestjs/common';
import { highestRole, type TeamRole } from '@orbweaver/core';
import { type Database, findFirstTeam, findTeams, startConsoleSession } from '@orbweaver/persistence';
import { CONFIG, DATABASE, type EventLog, LOG, type SignOnConfig } from '@orbweaver/platform';
import { IdentityProvider, isRefusal, type SignedOn } from '../auth/identity-provider';
import type { SignOnChecks } from '../auth/session-cookies';

/** In OIDC_TEAMS: every person. */
const EVERYBODY = '*';

const MAX_CALLBACKS = 20;

/** Why a person is not signed in; the console shows a text for each. */
export type SignOnProblem = 'unavailable' | 'refused' | 'no-team';

export class SignOnError extends Error {
  override readonly name = 'SignOnError';

  constructor(
    readonly problem: SignOnProblem,
    options?: ErrorOptions,
  ) {
    super(problem, options);
  }
}

/** Signs people in through the OpenID Connect provider: groups become teams and rights. */
@Injectable()
export class SignOn {
  private atWork = 0;

  constructor(
    private readonly provider: IdentityProvider,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: SignOnConfig,
    @Inject(LOG) private readonly log: EventLog,
  ) {}

  /** @throws SignOnError */
  async start(redirectUri: string): Promise<{ url: URL; checks: SignOnChecks }> {
    return this.provider.start(redirectUri).catch((error: unknown) => this.fail(error));
  }

  /** The key of the new session. @throws SignOnError */
  async finish(callback: URL, checks: SignOnChecks, requestId: string | null): Promise<string> {
    const { person, groups } = await this.finishOne(callback, checks);
    const teams = await this.teamsOf(groups);
    const isAdmin = groups.some((group) => this.config.OIDC_ADMIN_GROUPS.includes(group));
    const team = teams[0] ?? (isAdmin ? await findFirstTeam(this.database) : null);
    if (team === null) {
      this.log.warn('sign-on-without-team', { groups: groups.length });
      throw new SignOnError('no-team');
    }
    return startConsoleSession(this.database, requestId, {
      person,
      roles: Object.fromEntries(teams.map(({ id, role }) => [id, role])),
      teamId: team.id,
      isAdmin,
      expiresAt: new Date(Date.now() + this.config.OIDC_SESSION_LIFETIME),
    });
  }

  /** Callbacks are public and cost requests to the provider, so few run at the same time. */
  private async finishOne(callback: URL, checks: SignOnChecks): Promise<SignedOn> {
    if (this.atWork >= MAX_CALLBACKS) throw new SignOnError('unavailable');
    this.atWork += 1;
    try {
      return await this.provider.finish(callback, checks);
    } catch (error) {
      return this.fail(error);
    } finally {
      this.atWork -= 1;
    }
  }

  private fail(error: unknown): never {
    const problem = isRefusal(error) ? 'refused' : 'unavailable';
    this.log.warn(`sign-on-${problem}`, {}, error);
    throw new SignOnError(problem, { cause: error });
  }

  private async teamsOf(groups: readonly string[]): Promise<{ id: string; name: string; role: TeamRole }[]> {
    const teamsByGroup = new Map(Object.entries(this.config.OIDC_TEAMS ?? {}));
    const granted = [...groups, EVERYBODY].flatMap((group) => teamsByGroup.get(group) ?? []);
    const asked = [...new Set(granted.map(({ team }) => team))];
    const found = await findTeams(this.database, asked);
    const unknown = asked.filter((team) => !found.some(({ id, name }) => team === id || team === name));
    if (unknown.length > 0) this.log.warn('sign-on-unknown-teams', { teams: unknown });
    return found.map(({ id, name }) => {
      const roles = granted.filter(({ team }) => team === id || team === name).map(({ role }) => role);
      return { id, name, role: highestRole(roles)! };
    });
  }
}
