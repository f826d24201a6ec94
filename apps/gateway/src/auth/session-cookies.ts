import { Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import { z } from 'zod';
import { PublicAddress } from '../edge/public-address';

/**
 * Sent by the console with every request. Pages of other sites cannot send it: browsers ask for permission first, which
 * the service does not grant for requests with cookies.
 */
const CONSOLE_HEADER = 'x-orbweaver-console';

const SESSION = 'orbweaver-session';
const CHECKS = 'orbweaver-sign-on';
/** Time to sign in at the provider. */
const CHECKS_MS = 10 * 60_000;

const SignOnChecks = z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() });

/** State checked by the callback of a sign-in. */
export type SignOnChecks = z.infer<typeof SignOnChecks>;

/** The cookies of the console: the key of a session, and the state of a sign-in. */
@Injectable()
export class SessionCookies {
  constructor(private readonly address: PublicAddress) {}

  /** The key of a session, from a request of the console. */
  readKey(request: Request): string | undefined {
    return request.headers[CONSOLE_HEADER] === undefined ? undefined : this.read(request, SESSION);
  }

  setKey(request: Request, response: Response, { key, lifetimeMs }: { key: string; lifetimeMs: number }): void {
    response.cookie(this.nameOf(request, SESSION), key, { ...this.session(request), maxAge: lifetimeMs });
  }

  clearKey(request: Request, response: Response): void {
    response.clearCookie(this.nameOf(request, SESSION), this.session(request));
  }

  readChecks(request: Request): SignOnChecks | undefined {
    try {
      return SignOnChecks.parse(JSON.parse(this.read(request, CHECKS) ?? ''));
    } catch {
      return undefined;
    }
  }

  setChecks(request: Request, response: Response, checks: SignOnChecks): void {
    const options = { ...this.signOn(request), maxAge: CHECKS_MS };
    response.cookie(this.nameOf(request, CHECKS), JSON.stringify(checks), options);
  }

  clearChecks(request: Request, response: Response): void {
    response.clearCookie(this.nameOf(request, CHECKS), this.signOn(request));
  }

  private read(request: Request, name: string): string | undefined {
    return parseCookie(request.headers.cookie ?? '')[this.nameOf(request, name)];
  }

  /** With the prefix, browsers accept a cookie only over HTTPS and from this host, not from other subdomains. */
  private nameOf(request: Request, name: string): string {
    return this.isSecure(request) ? `__Host-${name}` : name;
  }

  private session(request: Request): CookieOptions {
    return { path: '/', httpOnly: true, secure: this.isSecure(request), sameSite: 'strict' };
  }

  /** Lax, because the callback comes from a page of the provider. */
  private signOn(request: Request): CookieOptions {
    return { ...this.session(request), sameSite: 'lax' };
  }

  private isSecure(request: Request): boolean {
    return this.address.of(request).startsWith('https:');
  }
}
