import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie } from 'cookie';
import type { CookieOptions, Response } from 'express';
import { z } from 'zod';
import type { SignOnChecks } from './identity-provider';

/**
 * The console sends it with every request. A foreign page cannot: the browser asks for permission first, which the
 * service does not give for requests with cookies. So a cookie alone is no proof that the console sent the request.
 */
const CONSOLE_HEADER = 'x-orbweaver-console';

const SESSION = 'orbweaver-session';
const CHECKS = 'orbweaver-sign-on';
/** Time to sign in at the provider. */
const CHECKS_MS = 10 * 60_000;

const Checks = z.object({ state: z.string(), nonce: z.string(), codeVerifier: z.string() });

/** With the prefix, browsers accept the cookie only over HTTPS and from this host, not from other subdomains. */
const nameOf = (name: string, isSecure: boolean) => (isSecure ? `__Host-${name}` : name);

const read = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const cookies = parseCookie(headers.cookie ?? '');
  return cookies[nameOf(name, true)] ?? cookies[name];
};

/** The key of a session, from a request of the console. */
export const readSessionKey = (headers: IncomingHttpHeaders): string | undefined =>
  headers[CONSOLE_HEADER] === undefined ? undefined : read(headers, SESSION);

export function readChecks(headers: IncomingHttpHeaders): SignOnChecks | undefined {
  try {
    return Checks.parse(JSON.parse(read(headers, CHECKS) ?? ''));
  } catch {
    return undefined;
  }
}

/** Sets and clears the cookies of one response. */
export class SessionCookies {
  private readonly options: CookieOptions;

  constructor(
    private readonly response: Response,
    /** Whether the browser uses HTTPS. */
    private readonly isSecure: boolean,
  ) {
    this.options = { path: '/', httpOnly: true, secure: isSecure };
  }

  setSession(key: string, lifetimeMs: number): void {
    this.set(SESSION, key, { sameSite: 'strict', maxAge: lifetimeMs });
  }

  clearSession(): void {
    this.clear(SESSION, 'strict');
  }

  setChecks(checks: SignOnChecks): void {
    // Lax: the callback comes from the page of the provider.
    this.set(CHECKS, JSON.stringify(checks), { sameSite: 'lax', maxAge: CHECKS_MS });
  }

  clearChecks(): void {
    this.clear(CHECKS, 'lax');
  }

  private set(name: string, value: string, options: CookieOptions): void {
    this.response.cookie(nameOf(name, this.isSecure), value, { ...this.options, ...options });
  }

  private clear(name: string, sameSite: 'lax' | 'strict'): void {
    this.response.clearCookie(nameOf(name, this.isSecure), { ...this.options, sameSite });
  }
}
