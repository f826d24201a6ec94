import { Inject, Injectable } from '@nestjs/common';
import type { KeyRight } from '@orbweaver/core';
import { type Database, findFirstTeam, findTeams, startConsoleSession } from '@orbweaver/persistence';
import { CONFIG, DATABASE, type EventLog, LOG, type SignOnConfig } from '@orbweaver/platform';
import { IdentityProvider, type SignOnChecks } from './identity-provider';

/** In OIDC_TEAMS: everybody whom the provider signs in. */
const EVERYBODY = '*';

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
  constructor(
    private readonly provider: IdentityProvider,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: SignOnConfig,
    @Inject(LOG) private readonly log: EventLog,
  ) {}

  /** @throws SignOnError */
  async start(redirectUri: string): Promise<{ url: URL; checks: SignOnChecks }> {
    try {
      return await this.provider.start(redirectUri);
    } catch (error) {
      this.log.error('sign-on-unavailable', {}, error);
      throw new SignOnError('unavailable', { cause: error });
    }
  }

  /** The key of the new session. @throws SignOnError */
  async finish(callback: URL, checks: SignOnChecks, requestId: string | null): Promise<string> {
    const { person, groups } = await this.provider.finish(callback, checks).catch((error: unknown) => {
      this.log.warn('sign-on-refused', {}, error);
      throw new SignOnError('refused', { cause: error });
    });
    const teams = await this.teamsOf(groups);
    const isAdmin = groups.some((group) => this.config.OIDC_ADMIN_GROUPS.includes(group));
    const rights: KeyRight[] = [...(teams.length > 0 ? ['team' as const] : []), ...(isAdmin ? ['admin' as const] : [])];
    const team = teams[0] ?? (isAdmin ? await findFirstTeam(this.database) : null);
    if (team === null) {
      this.log.warn('sign-on-without-team', { groups: groups.length });
      throw new SignOnError('no-team');
    }
    return startConsoleSession(this.database, requestId, {
      person,
      teamIds: teams.map(({ id }) => id),
      teamId: team.id,
      rights,
      expiresAt: new Date(Date.now() + this.config.OIDC_SESSION_LIFETIME),
    });
  }

  private async teamsOf(groups: readonly string[]): Promise<{ id: string; name: string }[]> {
    const teamsByGroup = new Map(Object.entries(this.config.OIDC_TEAMS ?? {}));
    const asked = [...new Set([...groups, EVERYBODY].flatMap((group) => teamsByGroup.get(group) ?? []))];
    const found = await findTeams(this.database, asked);
    const unknown = asked.filter((team) => !found.some(({ id, name }) => team === id || team === name));
    if (unknown.length > 0) this.log.warn('sign-on-unknown-teams', { teams: unknown });
    return found;
  }
}
