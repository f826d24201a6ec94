import { asksForFrames, type PageFailure, type PageFailureReason, type ScrapeSpec, wantsFormat } from '@orbweaver/core';
import type { PageRoute, RouteKind } from '../proxy/egress-route';
import type { Verdict } from './judge';
import type { PageEngine, PageResult } from './page-result';

/**
 * One way to fetch a page. The plan, in the order of cost:
 *
 *   cached ──► plain HTTP ──► browser ──► plain HTTP without what scripts add
 *                  │             │ needs-browser and protocol errors continue with it; a browser that crashes
 *                  │             │ continues with plain HTTP
 *                  └──────┬──────┘
 *                      blocked ──► stealth: a hardened browser on a route of its own, when `proxy` is `auto`
 */
export interface Attempt {
  engine: PageEngine;
  route: PageRoute;
  /** Whether an empty shell, which scripts would fill, is a reason to go on to the browser. */
  detectsShell: boolean;
  /** What this attempt cannot give, for the caller. */
  warnings: string[];
  /** The protocol error of plain HTTP that this attempt in the browser follows. */
  plainFailure?: PageFailure;
}

/** The routes that a page may take. The second one follows when the site blocked the first. */
export function routeKindsOf({ proxy }: ScrapeSpec): readonly [RouteKind, RouteKind?] {
  return proxy === 'auto' ? ['basic', 'stealth'] : [proxy];
}

export function firstAttempt(spec: ScrapeSpec, route: PageRoute): Attempt {
  const startsPlain = route.profile === 'plain' && !needsBrowser(spec);
  return startsPlain ? { engine: 'http', route, detectsShell: true, warnings: [] } : inBrowser(route);
}

/** What to try next on the same route; undefined: the verdict stands. */
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
  // Half a page beats none, and says that it is half.
  const warning = route.profile !== 'plain' ? WITHOUT_BROWSER : needsBrowser(spec) ? WITHOUT_ANY : WITHOUT_SCRIPTS;
  return { engine: 'http', route, detectsShell: false, warnings: [warning] };
}

const inBrowser = (route: PageRoute): Attempt => ({ engine: 'browser', route, detectsShell: false, warnings: [] });

/** Errors of plain HTTP after which a browser, with its own parsers and TLS library, may succeed. */
const PROTOCOL_ERROR =
  /: ERR_(?:SSL_PROTOCOL_ERROR|INVALID_HTTP_RESPONSE|HTTP2_PROTOCOL_ERROR|RESPONSE_HEADERS_TOO_BIG|CONTENT_DECODING_FAILED)$/;

function isProtocolError({ reason, message }: PageFailure): boolean {
  return (reason === 'tls' || reason === 'bad-response') && PROTOCOL_ERROR.test(message);
}

/** Reasons that describe the browser rather than the page. */
const VAGUE: ReadonlySet<PageFailureReason> = new Set(['browser-crashed', 'timed-out', 'cancelled']);

/** The more specific of two failures of the same page. */
export function clearerFailure(plain: PageFailure | undefined, browser: PageFailure): PageFailure {
  return plain !== undefined && VAGUE.has(browser.reason) ? plain : browser;
}

const WITHOUT_SCRIPTS =
  'The page fills itself by scripts, and no browser could run them: this is the page without them.';
const WITHOUT_ANY = 'No browser could show the page: this is the page without what scripts would add.';
const WITHOUT_BROWSER = 'No browser could show the page: it was fetched without one, which sites notice more easily.';

/** Whether the specification asks for what only a browser can do. */
export function needsBrowser(spec: ScrapeSpec): boolean {
  return wantsFormat(spec, 'branding') || cannotDoWithoutBrowser(spec);
}

/** Whether it asks for more than measures of the page, which is worth something without them. */
function cannotDoWithoutBrowser(spec: ScrapeSpec): boolean {
  return (
    spec.waitForMs > 0 ||
    spec.mobile ||
    spec.actions.length > 0 ||
    wantsFormat(spec, 'screenshot') ||
    asksForFrames(spec)
  );
}
