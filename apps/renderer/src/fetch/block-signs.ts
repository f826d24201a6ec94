import type { PageFailure } from '@orbweaver/core';

/** The part of a site's answer that tells a page from a refusal. */
export interface SiteAnswer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
}

interface ChallengeRule {
  vendor: string;
  /**
   * `any`: the mark stands on challenge pages only. `refusal`: it also stands on ordinary pages, so it counts only with
   * a status of refusal.
   */
  on: 'any' | 'refusal';
  header?: readonly [name: string, value: RegExp];
  /** Matched against the beginning of the text. */
  body?: RegExp;
}

/**
 * The marks of common bot guards. Most of their scripts also stand on pages that they let through, so a mark must be
 * one that only a challenge or refusal carries.
 */
const rules: readonly ChallengeRule[] = [
  { vendor: 'Cloudflare', on: 'any', header: ['cf-mitigated', /challenge/i] },
  { vendor: 'Cloudflare', on: 'any', body: /_cf_chl_opt|cf-browser-verification|id="challenge-error-text"/ },
  {
    vendor: 'Cloudflare',
    on: 'any',
    body: /<title>(?:Just a moment\.\.\.|Attention Required! \| Cloudflare)<\/title>/i,
  },
  { vendor: 'Cloudflare', on: 'refusal', body: /cf-error-details|cf-turnstile|challenges\.cloudflare\.com/ },
  { vendor: 'DataDome', on: 'any', body: /(?:geo|ct|interstitial)\.captcha-delivery\.com/ },
  { vendor: 'DataDome', on: 'refusal', header: ['x-datadome', /./] },
  { vendor: 'HUMAN', on: 'any', body: /id="px-captcha"|px-captcha-wrapper|Press &amp; Hold to confirm you are/ },
  { vendor: 'HUMAN', on: 'refusal', body: /_pxAppId|captcha\.px-cdn\.net|client\.perimeterx\.net/ },
  { vendor: 'Akamai', on: 'any', body: /sec-if-cpt-container|\/_sec\/cp_challenge\/|bm-verify=/ },
  { vendor: 'Akamai', on: 'refusal', body: /errors\.edgesuite\.net|<TITLE>Access Denied<\/TITLE>/ },
  { vendor: 'Imperva', on: 'any', body: /Incapsula incident ID|_Incapsula_Resource\?[^"']{0,500}incident_id=/ },
  { vendor: 'Imperva', on: 'refusal', body: /_Incapsula_Resource/ },
  { vendor: 'Imperva', on: 'any', body: /<title>Pardon Our Interruption/i },
  { vendor: 'AWS WAF', on: 'any', header: ['x-amzn-waf-action', /challenge|captcha/i] },
  { vendor: 'AWS WAF', on: 'any', body: /window\.gokuProps/ },
  { vendor: 'AWS WAF', on: 'refusal', body: /\.awswaf\.com\// },
  { vendor: 'Kasada', on: 'refusal', header: ['x-kpsdk-ct', /./] },
  { vendor: 'Kasada', on: 'refusal', body: /KPSDK\.|\/ips\.js\?/ },
  { vendor: 'Sucuri', on: 'any', body: /Sucuri WebSite Firewall - (?:Access Denied|CloudProxy)|sucuri_cloudproxy_js/i },
  { vendor: 'Sucuri', on: 'any', header: ['x-sucuri-block', /./] },
  { vendor: 'another guard', on: 'refusal', body: /g-recaptcha|h-captcha|<title>[^<]{0,100}captcha/i },
];

/** Challenges are short: a longer page is none, and the beginning of a longer refusal tells enough. */
const MAX_SCANNED_BYTES = 64 * 1024;

/** 520 to 530 are Cloudflare's own statuses. */
const isRefusal = (status: number): boolean =>
  [401, 403, 405, 407, 429, 503].includes(status) || (status >= 520 && status <= 530);

/** The vendor whose challenge or refusal the answer carries. */
export function challengeOf({ status, headers, body }: SiteAnswer): string | undefined {
  const isScanned = body !== undefined && (isRefusal(status) || body.byteLength <= MAX_SCANNED_BYTES);
  const text = isScanned ? Buffer.from(body.subarray(0, MAX_SCANNED_BYTES)).toString('latin1') : '';
  const found = rules.find(
    (rule) =>
      (rule.on === 'any' || isRefusal(status)) &&
      (rule.header === undefined || rule.header[1].test(headers[rule.header[0]] ?? '')) &&
      (rule.body === undefined || rule.body.test(text)),
  );
  return found?.vendor;
}

/**
 * Whether another route may be let in where this one was not. A plain 401 counts unless the site asks for a login,
 * which no proxy knows.
 */
export function isBlocked(answer: SiteAnswer): boolean {
  const known = judged.get(answer);
  if (known !== undefined) return known;
  const blocked = looksBlocked(answer);
  judged.set(answer, blocked);
  return blocked;
}

/** The search covers tens of kilobytes, and several callers ask. */
const judged = new WeakMap<SiteAnswer, boolean>();

function looksBlocked(answer: SiteAnswer): boolean {
  if (answer.status === 401 && answer.headers['www-authenticate'] === undefined) return true;
  return answer.status === 403 || answer.status === 429 || challengeOf(answer) !== undefined;
}

/** Guards also hang up on visitors, during TLS or before the answer. */
export function isBlockedFailure({ reason }: PageFailure): boolean {
  return reason === 'reset';
}
