import { asksForFrames, type PageFailure, type PageFailureReason, type ScrapeSpec, wantsFormat } from '@orbweaver/core';
import type { PageRoute, RouteKind } from '../proxy/egress-route';
import type { Verdict } from './judge';
import type { PageEngine, PageResult } from './page-result';

/**
 * One way to fetch a page. The plan, in order of cost:
 *
 *   cached ──► plain HTTP ──► browser ──► plain HTTP (after a browser crash)
 *                  │             │ after needs-browser and protocol errors
 *                  └──────┬──────┘
 *                      blocked ──► stealth: a hardened browser on its route, when `proxy` is `auto`
 */
export interface Attempt {
  engine: PageEngine;
  route: PageRoute;
  /** Whether an empty shell, which scripts would fill, continues with the browser. */
  detectsShell: boolean;
  warnings: string[];
  plainFailure?: PageFailure;
}

export function routeKindsOf({ proxy }: ScrapeSpec): readonly [RouteKind, RouteKind?] {
  return proxy === 'auto' ? ['basic', 'stealth'] : [proxy];
}

export function firstAttempt(spec: ScrapeSpec, route: PageRoute): Attempt {
  const startsPlain = route.profile === 'plain' && !needsBrowser(spec);
  return startsPlain ? { engine: 'http', route, detectsShell: true, warnings: [] } : inBrowser(route);
}

export function nextAttempt(
  spec: ScrapeSpec,
  { engine, route, detectsShell, plainFailure }: Attempt,
  verdict: Verdict | PageResult,
): Attempt | undefined {
  if (verdict.kind === 'needs-browser') return inBrowser(route);
  if (engine === 'http' && detectsShell && verdict.kind === 'failed' && isProtocolError(verdict.failure)) {
    return { ...inBrowser(route), plainFailure: verdict.failure };
  }
  if (plainFailure !== undefined) return undefined;
  if (engine !== 'browser' || cannotDoWithoutBrowser(spec)) return undefined;
  if (verdict.kind !== 'failed' || verdict.failure.reason !== 'browser-crashed') return undefined;
  const warning = route.profile !== 'plain' ? WITHOUT_HARDENING : needsBrowser(spec) ? WITHOUT_STYLES : WITHOUT_SCRIPTS;
  return { engine: 'http', route, detectsShell: false, warnings: [warning] };
}

const inBrowser = (route: PageRoute): Attempt => ({ engine: 'browser', route, detectsShell: false, warnings: [] });

/** Errors of plain HTTP after which a browser, with its own parsers and TLS library, may succeed. */
const PROTOCOL_ERROR =
  /: ERR_(?:SSL_PROTOCOL_ERROR|INVALID_HTTP_RESPONSE|HTTP2_PROTOCOL_ERROR|RESPONSE_HEADERS_TOO_BIG|CONTENT_DECODING_FAILED)$/;

function isProtocolError({ reason, message }: PageFailure): boolean {
  return (reason === 'tls' || reason === 'bad-response') && PROTOCOL_ERROR.test(message);
}

const VAGUE: ReadonlySet<PageFailureReason> = new Set(['browser-crashed', 'timed-out', 'cancelled']);

export function clearerFailure(plain: PageFailure | undefined, browser: PageFailure): PageFailure {
  return plain !== undefined && VAGUE.has(browser.reason) ? plain : browser;
}

const WITHOUT_SCRIPTS =
  'No browser could show the page, so it was fetched without one: content added by scripts is missing. Try again later.';
const WITHOUT_STYLES =
  'No browser could show the page, so it was fetched without one: content added by scripts and measured styles are missing. Try again later.';
const WITHOUT_HARDENING =
  'No browser could show the page, so it was fetched without one, which sites detect more easily. Try again later.';

export function needsBrowser(spec: ScrapeSpec): boolean {
  return wantsFormat(spec, 'branding') || cannotDoWithoutBrowser(spec);
}

/** Whether plain HTTP cannot serve the specification at all. `branding` without a browser lacks measured styles only. */
function cannotDoWithoutBrowser(spec: ScrapeSpec): boolean {
  return (
    spec.waitForMs > 0 ||
    spec.mobile ||
    spec.actions.length > 0 ||
    wantsFormat(spec, 'screenshot') ||
    asksForFrames(spec)
  );
}
