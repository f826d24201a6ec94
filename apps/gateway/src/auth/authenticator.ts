import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { hasRight, isInNetworks, type KeyRight } from '@orbweaver/core';
import { type Caller, type Database, findCaller, hashApiKey, noteKeyUse } from '@orbweaver/persistence';
import { DATABASE, type EventLog, LOG } from '@orbweaver/platform';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { ClientAddress } from '../edge/client-address';
import { ApiError } from '../errors/api-error';
import { oneOf } from '../errors/wording';
import { READ } from './required-rights';
import { SessionCookies } from './session-cookies';

/** Maximum time until a revoked key is rejected. */
const TRUST_MS = 20_000;
const MAX_CACHED = 10_000;
const WARNING_INTERVAL_MS = 60_000;

/** Alternative rights of which a key needs one. `any`: every valid key. */
export type NeededRights = readonly KeyRight[] | 'any';

export const rightMissing = (needed: readonly KeyRight[]) =>
  new ApiError(
    403,
    `This key lacks the right ${oneOf(needed.map((right) => `\`${right}\``))}. Rights are set when a key is created`,
    { code: 'KEY_RIGHT_MISSING' },
  );

const networkRefused = (address: string | undefined) =>
  new ApiError(
    403,
    `This key may not be used from ${address ?? 'an unknown address'}. Use it from one of its networks, which are set when a key is created`,
    { code: 'KEY_NETWORK_REFUSED' },
  );

const addressHidden = (proxy: string | undefined) =>
  new ApiError(
    403,
    `This key is limited to networks, and the proxy ${proxy ?? 'of an unknown address'} is not trusted, so the address of the client is unknown. Ask the operator of this service to add the proxy to TRUSTED_PROXIES`,
    { code: 'KEY_NETWORK_REFUSED' },
  );

const disabledTeam = () =>
  new ApiError(403, 'The team of this key is disabled. Ask the operator of this service to enable it');

/** Advice for an invalid header: the key alone, or another scheme. */
const HEADER_FORM = 'Send the header as "Authorization: Bearer <key>"';

/** Headers in which other services accept a key. */
const OTHER_HEADERS = ['X-API-Key', 'API-Key'];

/** Common mistakes in unknown keys, with advice. */
const TOKEN_FAULTS: [RegExp, string][] = [
  [/^["'`<]|["'`>]$/, 'Remove the quotes or brackets around the key'],
  [
    /^eyJ[\w-]*\.[\w-]+\.[\w-]+$/,
    'Access tokens are valid for the admin API only, if the operator has set OIDC_AUDIENCE',
  ],
  [/^\$|^\{\{/, 'The token is the name of a variable, not its value'],
];

function tokenMissing(headers: IncomingHttpHeaders): ApiError {
  const other = OTHER_HEADERS.find((name) => headers[name.toLowerCase()] !== undefined);
  return new ApiError(
    401,
    other === undefined ? 'Unauthorized' : `Unauthorized. ${HEADER_FORM}; ${other} is not supported`,
  );
}

function invalidToken(token: string): ApiError {
  const [, advice] = TOKEN_FAULTS.find(([fault]) => fault.test(token)) ?? [];
  return new ApiError(401, `Unauthorized: Invalid token${advice === undefined ? '' : `. ${advice}`}`);
}

/** Finds the caller of a key. Valid keys are cached by hash for a short time; rejected keys are never cached. */
@Injectable()
export class Authenticator {
  private readonly cache = new LRUCache<string, Caller>({ max: MAX_CACHED, ttl: TRUST_MS });
  private warnedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly cookies: SessionCookies,
    private readonly address: ClientAddress,
    @Inject(LOG) private readonly log: EventLog,
  ) {}

  clearCache(): void {
    this.cache.clear();
  }

  /** The caller of the header, or of the session of the console. @throws like authenticate */
  async authenticateRequest(request: Request, needed: NeededRights = READ): Promise<Caller> {
    const key = request.headers.authorization === undefined ? this.cookies.readKey(request) : undefined;
    return key === undefined ? await this.authenticate(request, needed) : await this.identify(key, request, needed);
  }

  /** @throws like identify */
  async authenticate(request: IncomingMessage, needed: NeededRights = READ): Promise<Caller> {
    const { authorization } = request.headers;
    if (authorization === undefined || authorization === '') throw tokenMissing(request.headers);
    const [scheme, token, ...rest] = authorization.trim().split(/\s+/);
    if (token === undefined) throw new ApiError(401, `Unauthorized: Token missing. ${HEADER_FORM}`);
    if (scheme?.toLowerCase() !== 'bearer' || rest.length > 0) {
      throw new ApiError(401, `Unauthorized: Invalid token. ${HEADER_FORM}`);
    }
    return this.identify(token, request, needed);
  }

  /** @throws ApiError 401; 403 for a valid key outside its networks, without the right, or of a disabled team */
  async identify(key: string, request: IncomingMessage, needed: NeededRights = READ): Promise<Caller> {
    const caller = await this.find(key);
    if (caller.isDisabled) throw disabledTeam();
    if (caller.networks.length > 0) {
      const address = this.address.of(request);
      if (this.address.isHidden(request)) {
        this.warnOfProxy(address);
        throw addressHidden(address);
      }
      if (!isInNetworks(address, caller.networks)) throw networkRefused(address);
    }
    if (needed !== 'any' && !needed.some((right) => hasRight(caller.rights, right))) throw rightMissing(needed);
    return caller;
  }

  private warnOfProxy(proxy: string | undefined): void {
    const nowMs = performance.now();
    if (nowMs - this.warnedAtMs < WARNING_INTERVAL_MS) return;
    this.warnedAtMs = nowMs;
    this.log.warn('untrusted-proxy', { proxy, setting: 'TRUSTED_PROXIES' });
  }

  private async find(key: string): Promise<Caller> {
    const hash = hashApiKey(key);
    const known = this.cache.get(hash);
    if (known !== undefined) return known;
    const caller = await findCaller(this.database, hash);
    if (caller === undefined) throw invalidToken(key);
    if (caller.isExpired) throw new ApiError(401, 'Unauthorized: Invalid token. The key has expired');
    if (!caller.isDisabled) this.cache.set(hash, caller);
    if (caller.isUseDue && !caller.isDisabled) {
      void noteKeyUse(this.database, caller.keyId).catch((error: unknown) =>
        this.log.debug('key-use-not-noted', { reason: String(error) }),
      );
    }
    return caller;
  }
}
