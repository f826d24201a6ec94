import { Inject, Injectable } from '@nestjs/common';
import type { Person } from '@orbweaver/persistence';
import { CONFIG, SERVICE_FETCH, type SignOnConfig } from '@orbweaver/platform';
import * as oidc from 'openid-client';
import type { SignOnChecks } from './session-cookies';

export interface SignedOn {
  person: Person;
  groups: string[];
}

/** After a failure, sign-ins fail for this time without another request to the provider. */
const PAUSE_MS = 5_000;
const MAX_GROUPS = 10_000;
const MAX_NAME_CHARS = 200;

/** Client of the OpenID Connect provider: authorization code flow with PKCE. */
@Injectable()
export class IdentityProvider {
  private discovered?: Promise<oidc.Configuration>;
  /** Infinite while the discovery runs and after it has succeeded. */
  private failedUntilMs = 0;

  constructor(
    @Inject(CONFIG) private readonly config: SignOnConfig,
    @Inject(SERVICE_FETCH) private readonly fetch: typeof globalThis.fetch,
  ) {}

  get isConfigured(): boolean {
    return this.config.OIDC_ISSUER !== undefined;
  }

  /** The address at which a person signs in. */
  async start(redirectUri: string): Promise<{ url: URL; checks: SignOnChecks }> {
    const client = await this.client();
    const checks = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      codeVerifier: oidc.randomPKCECodeVerifier(),
    };
    const url = oidc.buildAuthorizationUrl(client, {
      redirect_uri: redirectUri,
      scope: this.config.OIDC_SCOPES,
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(checks.codeVerifier),
      code_challenge_method: 'S256',
    });
    return { url, checks };
  }

  /** The person of a callback, from the ID token and, if it lacks groups, from the user info. */
  async finish(callback: URL, { state, nonce, codeVerifier }: SignOnChecks): Promise<SignedOn> {
    const client = await this.client();
    const tokens = await oidc.authorizationCodeGrant(client, callback, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    });
    const token = tokens.claims()!;
    const path = this.config.OIDC_GROUPS_CLAIM;
    const needsUserInfo = claimAt(token, path) === undefined && client.serverMetadata().userinfo_endpoint !== undefined;
    const claims = needsUserInfo
      ? { ...token, ...(await oidc.fetchUserInfo(client, tokens.access_token, token.sub)) }
      : token;
    return {
      person: { issuer: token.iss, subject: token.sub, name: displayNameOf(claims) },
      groups: groupsIn(claims, path),
    };
  }

  /** The issuer and the address of the keys that sign its tokens. */
  async findKeys(): Promise<{ issuer: string; keysUrl: string }> {
    const { issuer, jwks_uri: keysUrl } = (await this.client()).serverMetadata();
    if (keysUrl === undefined) throw new Error('The identity provider publishes no keys (jwks_uri)');
    return { issuer, keysUrl };
  }

  /** Discovers the provider at its first use, and again some time after a failure. */
  private client(): Promise<oidc.Configuration> {
    if (performance.now() >= this.failedUntilMs) {
      this.failedUntilMs = Number.POSITIVE_INFINITY;
      this.discovered = this.discover();
      this.discovered.catch(() => {
        this.failedUntilMs = performance.now() + PAUSE_MS;
      });
    }
    return this.discovered!;
  }

  private async discover(): Promise<oidc.Configuration> {
    const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_TIMEOUT } = this.config;
    const issuer = new URL(OIDC_ISSUER!);
    const send: oidc.CustomFetch = (url, { body, ...request }) =>
      this.fetch(url, { ...request, body: body instanceof URLSearchParams ? body.toString() : (body as null) });
    const options = {
      timeout: OIDC_TIMEOUT / 1000,
      [oidc.customFetch]: send,
      // The operator has chosen a provider without TLS, for example on this machine.
      execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
    };
    const found = await oidc.discovery(issuer, OIDC_CLIENT_ID!, undefined, undefined, options);
    const metadata = found.serverMetadata();
    const client = new oidc.Configuration(
      metadata,
      OIDC_CLIENT_ID!,
      undefined,
      clientAuth(OIDC_CLIENT_SECRET, metadata),
    );
    client.timeout = options.timeout;
    client[oidc.customFetch] = send;
    for (const enable of [...options.execute, oidc.enableNonRepudiationChecks]) enable(client);
    return client;
  }
}

function clientAuth(
  secret: string | undefined,
  { token_endpoint_auth_methods_supported: methods }: oidc.ServerMetadata,
) {
  if (secret === undefined) return oidc.None();
  // Basic is the default of the specification.
  const isBasic = methods === undefined || methods.includes('client_secret_basic');
  return isBasic ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
}

function claimAt(claims: object, path: string): unknown {
  // Names of claims may contain dots: "https://example.com/groups".
  if (Object.hasOwn(claims, path)) return (claims as Record<string, unknown>)[path];
  let value: unknown = claims;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

export function groupsIn(claims: object, path: string): string[] {
  const claim = claimAt(claims, path);
  return (Array.isArray(claim) ? claim : [claim]).filter((group) => typeof group === 'string').slice(0, MAX_GROUPS);
}

export function displayNameOf(claims: Record<string, unknown>): string {
  const email = claims.email_verified === false ? undefined : claims.email;
  const names = [email, claims.preferred_username, claims.name, claims.sub];
  return String(names.find((name) => typeof name === 'string' && name.trim() !== '')).slice(0, MAX_NAME_CHARS);
}

/** Whether the provider rejected a sign-in or sent an invalid response. Otherwise it is unreachable or out of order. */
export function isRefusal(error: unknown): boolean {
  if (error instanceof oidc.AuthorizationResponseError) return true;
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.WWWAuthenticateChallengeError) {
    return error.status < 500;
  }
  if (!(error instanceof oidc.ClientError)) return false;
  const { code, cause } = error;
  // Failed requests have no code.
  return code !== undefined && code !== 'OAUTH_TIMEOUT' && !(cause instanceof Response && cause.status >= 500);
}
