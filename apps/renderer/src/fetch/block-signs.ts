import type { PageFailure } from '@orbweaver/core';

export interface SiteAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
}

interface ChallengeRule {
  vendor: string;
  /** `any`: the mark occurs on challenge pages only. `refusal`: it needs a refusal status, because other pages have it. */
  on: 'any' | 'refusal';
  header?: readonly [name: string, value: RegExp];
  body?: RegExp;
}

/** Marks of common bot guards. Most of their scripts also occur on admitted pages, so the marks are those of refusals. */
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

/** Challenges are shorter than this, so a longer page is none. Of a longer refusal the start is enough. */
const MAX_SCANNED_BYTES = 64 * 1024;

/** 520 to 530 are statuses of Cloudflare. */
const isRefusal = (status: number): boolean =>
  [401, 403, 405, 407, 429, 503].includes(status) || (status >= 520 && status <= 530);

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

/** Whether another route may succeed. A 401 counts, unless the site requests a login. */
export function isBlocked(answer: SiteAnswer): boolean {
  const known = judged.get(answer);
  if (known !== undefined) return known;
  const blocked = looksBlocked(answer);
  judged.set(answer, blocked);
  return blocked;
}

/** Cached because the search scans tens of kilobytes and has several callers. */
const judged = new WeakMap<SiteAnswer, boolean>();

function looksBlocked(answer: SiteAnswer): boolean {
  if (answer.status === 401 && answer.headers['www-authenticate'] === undefined) return true;
  return answer.status === 403 || answer.status === 429 || challengeOf(answer) !== undefined;
}

/** Bot guards also close connections, during TLS or before the response. */
export function isBlockedFailure({ reason }: PageFailure): boolean {
  return reason === 'reset';
}
