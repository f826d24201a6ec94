import { Controller, Delete, Get, Header, Inject, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import { isTeamKey, TeamRole } from '@orbweaver/core';
import {
  type Actor,
  type Database,
  moveConsoleSession,
  readConsoleSession,
  readTeam,
  revokeKey,
} from '@orbweaver/persistence';
import { CONFIG, DATABASE, type SignOnConfig } from '@orbweaver/platform';
import type { Response } from 'express';
import { z } from 'zod';
import { Authenticator } from '../auth/authenticator';
import { IdentityProvider } from '../auth/identity-provider';
import { SessionCookies } from '../auth/session-cookies';
import { Public } from '../edge/access';
import { AdminPort } from '../edge/admin-port';
import type { EdgeRequest } from '../edge/edge-request';
import { Operation, WireBody } from '../edge/operation';
import { PublicAddress } from '../edge/public-address';
import { ApiError } from '../errors/api-error';
import { KeyView } from '../wire/admin/keys';
import { SecureConsole } from './secure-console';
import { SignOn, SignOnError, type SignOnProblem } from './sign-on';

const CALLBACK = 'sign-on/callback';

const ChooseTeamRequest = z.strictObject({ teamId: z.uuid() });
type ChooseTeamRequest = z.output<typeof ChooseTeamRequest>;

const undocumented = { tag: 'service', isUndocumented: true } as const;
const success = z.literal(true);
const NamedId = z.object({ id: z.uuid(), name: z.string() });
const SessionAnswer = z.object({
  success,
  hasSignOn: z.boolean(),
  /** The APIs of this port; see ADMIN_PORT. */
  serves: z.object({ team: z.boolean(), admin: z.boolean() }),
  /** `team` is null for a key with the right `admin` only. */
  caller: z.object({ team: NamedId.nullable(), key: KeyView.pick({ id: true, name: true, rights: true }) }).nullable(),
  /** Single sign-on only. */
  session: z.object({ person: z.string(), teams: z.array(NamedId.extend({ role: TeamRole })) }).nullable(),
});
const signedOut = {
  success: true,
  hasSignOn: true,
  serves: { team: true, admin: true },
  caller: null,
  session: null,
} as const;
const done = { schema: z.object({ success }), example: { success: true } };

/** Sign-on of people through OpenID Connect. A session is a key that expires, in a cookie which scripts cannot read. */
@Controller('console')
@Public()
@UseInterceptors(SecureConsole)
export class SignOnController {
  constructor(
    private readonly provider: IdentityProvider,
    private readonly signOn: SignOn,
    private readonly authenticator: Authenticator,
    private readonly cookies: SessionCookies,
    private readonly address: PublicAddress,
    private readonly adminPort: AdminPort,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: SignOnConfig,
  ) {}

  @Get('sign-on')
  @Header('Cache-Control', 'no-store')
  @Operation({ summary: 'Go to the sign-in page of the provider', ...undocumented })
  async start(@Req() request: EdgeRequest, @Res() response: Response): Promise<void> {
    if (!this.provider.isConfigured) throw new ApiError(404, 'Single sign-on is not configured (OIDC_ISSUER)');
    await orConsole(response, async () => {
      const { url, checks } = await this.signOn.start(`${this.address.of(request)}/console/${CALLBACK}`);
      this.cookies.setChecks(request, response, checks);
      return url.href;
    });
  }

  @Get(CALLBACK)
  @Header('Cache-Control', 'no-store')
  @Operation({ summary: 'Sign in with the answer of the provider', ...undocumented })
  async callback(@Req() request: EdgeRequest, @Res() response: Response): Promise<void> {
    const checks = this.cookies.readChecks(request);
    this.cookies.clearChecks(request, response);
    await orConsole(response, async () => {
      if (checks === undefined || !this.provider.isConfigured) throw new SignOnError('refused');
      const { search } = new URL(request.originalUrl, 'http://service');
      const answer = new URL(`${this.address.of(request)}/console/${CALLBACK}${search}`);
      const key = await this.signOn.finish(answer, checks, request.requestId ?? null);
      this.cookies.setKey(request, response, { key, lifetimeMs: this.config.OIDC_SESSION_LIFETIME });
      return '/console';
    });
  }

  @Get('session')
  @Header('Cache-Control', 'no-store')
  @Operation({
    summary: 'Get the caller, by key or session, and what this port offers',
    ...undocumented,
    answer: { schema: SessionAnswer, example: signedOut },
    errors: { 401: 'Invalid key', 403: 'The team of the key is disabled' },
  })
  async read(@Req() request: EdgeRequest) {
    const offered = { hasSignOn: this.provider.isConfigured, serves: this.adminPort.serves(request) };
    const caller = await this.caller(request);
    if (caller === undefined) return { ...signedOut, ...offered };
    const { teamId, keyId, keyName, rights } = caller;
    const [found, team] = await Promise.all([
      readConsoleSession(this.database, keyId),
      isTeamKey(rights) ? readTeam(this.database, teamId) : undefined,
    ]);
    return {
      success: true,
      ...offered,
      caller: {
        team: team === undefined ? null : { id: teamId, name: team.name },
        key: { id: keyId, name: keyName, rights },
      },
      session: found === undefined ? null : { person: found.person.name, teams: found.teams },
    };
  }

  @Post('session/team')
  @Operation({
    summary: 'Use another team of the person',
    ...undocumented,
    body: { schema: ChooseTeamRequest, example: { teamId: '00000000-0000-4000-8000-000000000000' } },
    answer: done,
    errors: { 401: 'No session', 403: 'The person is not a member of the team' },
  })
  async chooseTeam(
    @Req() request: EdgeRequest,
    @Res({ passthrough: true }) response: Response,
    @WireBody() { teamId }: ChooseTeamRequest,
  ) {
    const { actor, keyId, teams } = await this.session(request);
    if (!teams.some(({ id }) => id === teamId)) throw new ApiError(403, 'You are not a member of this team');
    const moved = await moveConsoleSession(this.database, actor, { keyId, teamId });
    if (moved === undefined) throw noSession();
    const { secret: key, expiresAt } = moved;
    this.cookies.setKey(request, response, { key, lifetimeMs: expiresAt.getTime() - Date.now() });
    return { success: true };
  }

  @Delete('session')
  @Operation({ summary: 'Sign out', ...undocumented, answer: done })
  async signOut(@Req() request: EdgeRequest, @Res({ passthrough: true }) response: Response) {
    const { actor, keyId } = await this.session(request);
    await revokeKey(this.database, actor, keyId);
    this.cookies.clearKey(request, response);
    return { success: true };
  }

  /** Undefined without a key and a valid session. @throws ApiError 401, 403 for a key in the header */
  private async caller(request: EdgeRequest) {
    try {
      return await this.authenticator.authenticateRequest(request, 'any');
    } catch (error) {
      const isRejected = error instanceof ApiError && error.status < 500;
      if (isRejected && (request.headers.authorization ?? '') === '') return undefined;
      throw error;
    }
  }

  /** @throws ApiError 401 */
  private async session(request: EdgeRequest) {
    const key = this.cookies.readKey(request);
    const caller = key === undefined ? undefined : await this.authenticator.identify(key, request, 'any');
    const session = caller && (await readConsoleSession(this.database, caller.keyId));
    if (caller === undefined || session === undefined) throw noSession();
    const actor: Actor = { apiKeyId: caller.keyId, name: caller.keyName, requestId: request.requestId ?? null };
    return { ...session, actor, keyId: caller.keyId };
  }
}

/** Redirects to the address that `work` returns, or to the console with the problem. */
async function orConsole(response: Response, work: () => Promise<string>): Promise<void> {
  const target = await work().catch((error: unknown) => {
    if (error instanceof SignOnError) return problemPage(error.problem);
    throw error;
  });
  response.redirect(302, target);
}

const noSession = () => new ApiError(401, 'Unauthorized: No session');

const problemPage = (problem: SignOnProblem) => `/console#sign-on=${problem}`;
