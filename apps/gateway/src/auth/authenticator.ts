import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { KeyRight } from '@orbweaver/core';
import { type Caller, type Database, findCaller, hashApiKey } from '@orbweaver/persistence';
import { DATABASE } from '@orbweaver/platform';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../errors/api-error';

/** A revoked key is refused after this time at the latest. */
const TRUST_MS = 20_000;
const MAX_REMEMBERED = 10_000;

const FORBIDDEN: Record<KeyRight, string> = {
  team: 'This key administers, and has not the right `team`: use a key of a team',
  admin: 'This key has not the right `admin`, which a key gets when it is made',
};

const disabledTeam = () =>
  new ApiError(403, 'The team of this key is disabled. Ask the operator of this service to enable it');

/** For a header that is not of the form that the service reads: the key itself, or another scheme. */
const HEADER_FORM = 'Authorization must be "Bearer", a space and the key';

/** Headers in which other services take a key. */
const OTHER_HEADERS = ['X-API-Key', 'API-Key'];

/** What keys that are not known often have around them, and what to do. */
const TOKEN_FAULTS: [RegExp, string][] = [
  [/^["'`<]|["'`>]$/, 'Leave out the quotes or brackets around the key'],
  [/^\$|^\{\{/, 'It is the name of a variable, which nothing has replaced by the key'],
];

/** That there is no key, and where one was given instead. */
function tokenMissing(headers: IncomingHttpHeaders): ApiError {
  const other = OTHER_HEADERS.find((name) => headers[name.toLowerCase()] !== undefined);
  return new ApiError(401, other === undefined ? 'Unauthorized' : `Unauthorized. ${HEADER_FORM}; ${other} is not read`);
}

function invalidToken(token: string): ApiError {
  const [, advice] = TOKEN_FAULTS.find(([fault]) => fault.test(token)) ?? [];
  return new ApiError(401, `Unauthorized: Invalid token${advice === undefined ? '' : `. ${advice}`}`);
}

/** Finds the caller of a key. Valid keys are remembered for a short time, by their hash; those that are not let in never are. */
@Injectable()
export class Authenticator {
  private readonly remembered = new LRUCache<string, Caller>({ max: MAX_REMEMBERED, ttl: TRUST_MS });

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Trusts no key any longer without asking the database. */
  forget(): void {
    this.remembered.clear();
  }

  /** @throws ApiError 401; 403 for a valid key without the right, or of a team that is disabled */
  async authenticate(headers: IncomingHttpHeaders, right: KeyRight = 'team'): Promise<Caller> {
    const { authorization } = headers;
    if (authorization === undefined || authorization === '') throw tokenMissing(headers);
    const [scheme, token, ...rest] = authorization.trim().split(/\s+/);
    if (token === undefined) throw new ApiError(401, `Unauthorized: Token missing. ${HEADER_FORM}`);
    if (scheme?.toLowerCase() !== 'bearer' || rest.length > 0) {
      throw new ApiError(401, `Unauthorized: Invalid token. ${HEADER_FORM}`);
    }
    return this.identify(token, right);
  }

  /** @throws ApiError 401; 403 for a valid key without the right, or of a team that is disabled */
  async identify(key: string, right: KeyRight = 'team'): Promise<Caller> {
    const caller = await this.find(key);
    if (caller.isDisabled) throw disabledTeam();
    if (!caller.rights.includes(right)) throw new ApiError(403, FORBIDDEN[right]);
    return caller;
  }

  private async find(key: string): Promise<Caller> {
    const hash = hashApiKey(key);
    const known = this.remembered.get(hash);
    if (known !== undefined) return known;
    const caller = await findCaller(this.database, hash);
    if (caller === undefined) throw invalidToken(key);
    if (!caller.isDisabled) this.remembered.set(hash, caller);
    return caller;
  }
}
