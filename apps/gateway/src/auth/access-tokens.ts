import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type EventLog, LOG, SERVICE_FETCH, type SignOnConfig } from '@orbweaver/platform';
import * as jose from 'jose';
import { ApiError } from '../errors/api-error';
import { displayNameOf, groupsIn, IdentityProvider } from './identity-provider';

/** Three base64url parts: header, claims and signature. Keys contain no dots. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const RETRY_AFTER_S = 5;
/** Allowed difference of the clocks of the provider and this process. */
const CLOCK_TOLERANCE_S = 5;

const invalid = (advice: string) => new ApiError(401, `Unauthorized: Invalid token. ${advice}`);

const notAdmin = () =>
  new ApiError(
    403,
    'The groups of this access token do not include an administrators group of this service. Ask the operator (OIDC_ADMIN_GROUPS)',
    { code: 'KEY_RIGHT_MISSING' },
  );

const unavailable = () =>
  new ApiError(503, `The identity provider is unavailable. Retry after ${RETRY_AFTER_S} s.`, {
    headers: { 'Retry-After': String(RETRY_AFTER_S) },
  });

/** Verifies access tokens (JWT) of the OpenID Connect provider, for the admin API. */
@Injectable()
export class AccessTokens {
  private keys?: jose.JWTVerifyGetKey;

  constructor(
    private readonly provider: IdentityProvider,
    @Inject(CONFIG) private readonly config: SignOnConfig,
    @Inject(SERVICE_FETCH) private readonly fetch: typeof globalThis.fetch,
    @Inject(LOG) private readonly log: EventLog,
  ) {}

  /** The token of a header; undefined for keys and if access tokens are not accepted. */
  find(authorization = ''): string | undefined {
    if (this.config.OIDC_AUDIENCE === undefined) return undefined;
    const [scheme, token = '', ...rest] = authorization.trim().split(/\s+/);
    return scheme?.toLowerCase() === 'bearer' && rest.length === 0 && JWT.test(token) ? token : undefined;
  }

  /** The name of the person or program. @throws ApiError 401, 403, 503 */
  async verify(token: string): Promise<string> {
    const claims = await this.readClaims(token);
    const groups = groupsIn(claims, this.config.OIDC_GROUPS_CLAIM);
    if (!groups.some((group) => this.config.OIDC_ADMIN_GROUPS.includes(group))) throw notAdmin();
    return displayNameOf({ ...claims, name: claims.name ?? claims.client_id });
  }

  private async readClaims(token: string): Promise<jose.JWTPayload> {
    try {
      const { issuer, keysUrl } = await this.provider.findKeys();
      this.keys ??= this.openKeys(keysUrl);
      const { payload } = await jose.jwtVerify(token, this.keys, {
        issuer,
        audience: this.config.OIDC_AUDIENCE!,
        requiredClaims: ['exp', 'sub'],
        clockTolerance: CLOCK_TOLERANCE_S,
      });
      return payload;
    } catch (error) {
      throw this.explain(error);
    }
  }

  /** Cached; fetched again for an unknown key id, at most every 30 s. */
  private openKeys(url: string): jose.JWTVerifyGetKey {
    const send: jose.FetchImplementation = (address, init) => this.fetch(address, init);
    return jose.createRemoteJWKSet(new URL(url), {
      timeoutDuration: this.config.OIDC_TIMEOUT,
      [jose.customFetch]: send,
    });
  }

  private explain(error: unknown): ApiError {
    if (error instanceof jose.errors.JWTExpired) return invalid('The access token has expired');
    if (error instanceof jose.errors.JWTClaimValidationFailed) {
      return invalid(`The claim "${error.claim}" of the access token is not accepted`);
    }
    if (isTokenFault(error)) return invalid('The signature of the access token is not valid');
    this.log.warn('access-token-not-verified', {}, error);
    return unavailable();
  }
}

const isTokenFault = (error: unknown): boolean =>
  error instanceof jose.errors.JWSInvalid ||
  error instanceof jose.errors.JWTInvalid ||
  error instanceof jose.errors.JOSENotSupported ||
  error instanceof jose.errors.JOSEAlgNotAllowed ||
  error instanceof jose.errors.JWSSignatureVerificationFailed ||
  error instanceof jose.errors.JWKSNoMatchingKey ||
  error instanceof jose.errors.JWKSMultipleMatchingKeys;
