import { challengeOf, isBlocked, isBlockedFailure } from './block-signs';

type Answer = [status: number, headers: Record<string, string>, body: string];

const answer = ([status, headers, body]: Answer) => ({ status, headers, body: Buffer.from(body) });

describe('challengeOf', () => {
  it.each<[string, ...Answer]>([
    ['Cloudflare', 403, { 'cf-mitigated': 'challenge' }, ''],
    ['Cloudflare', 503, {}, '<title>Just a moment...</title><script>window._cf_chl_opt={cvId:"3"}</script>'],
    ['Cloudflare', 200, {}, '<html><head><title>Just a moment...</title></head></html>'],
    ['Cloudflare', 403, {}, '<title>Attention Required! | Cloudflare</title><div id="cf-error-details">'],
    ['Cloudflare', 520, {}, '<div id="cf-error-details" class="p-0">'],
    ['DataDome', 403, {}, "<script>var dd={'rt':'c','host':'geo.captcha-delivery.com'}</script>"],
    ['DataDome', 200, {}, '<iframe src="https://geo.captcha-delivery.com/interstitial/?initialCid=x"></iframe>'],
    ['HUMAN', 403, {}, '<div id="px-captcha"></div>'],
    ['HUMAN', 429, {}, '<script>window._pxAppId = "PX1"</script>'],
    ['Akamai', 403, {}, '<TITLE>Access Denied</TITLE> Reference https://errors.edgesuite.net/18.1'],
    ['Akamai', 200, {}, '<div id="sec-if-cpt-container" class="behavioral-content">'],
    ['Imperva', 200, {}, 'Request unsuccessful. Incapsula incident ID: 123-456'],
    ['Imperva', 403, {}, '<iframe src="/_Incapsula_Resource?SWUDNSAI=31&incident_id=1">'],
    ['Imperva', 405, {}, '<title>Pardon Our Interruption</title>'],
    ['AWS WAF', 202, { 'x-amzn-waf-action': 'challenge' }, ''],
    ['AWS WAF', 405, { 'x-amzn-waf-action': 'captcha' }, '<p>Human Verification</p>'],
    ['AWS WAF', 202, {}, '<script>window.gokuProps = {"key":"x"}</script>'],
    ['Kasada', 429, { 'x-kpsdk-ct': 'abc' }, ''],
    ['Kasada', 429, {}, '<script>window.KPSDK={};KPSDK.now=Date.now()</script>'],
    ['Sucuri', 403, {}, '<title>Sucuri WebSite Firewall - Access Denied</title>'],
    ['Sucuri', 307, {}, "<script>sucuri_cloudproxy_js='';</script>"],
    ['another guard', 503, {}, '<form><div class="g-recaptcha" data-sitekey="x"></div></form>'],
    ['another guard', 407, {}, '<title>Please solve the CAPTCHA</title>'],
  ])('recognizes %s, status %d %j %s', (vendor, ...rest) => {
    expect(challengeOf(answer(rest))).toBe(vendor);
    expect(isBlocked(answer(rest))).toBe(true);
  });

  it('scans the start of a long refusal, and no long page', () => {
    const long = `<div id="px-captcha"></div>${'<p>words</p>'.repeat(10_000)}`;
    expect(challengeOf(answer([403, {}, long]))).toBe('HUMAN');
    expect(challengeOf(answer([200, {}, long]))).toBeUndefined();
  });
});

describe('isBlocked', () => {
  it.each<[string, boolean, ...Answer]>([
    ['403', true, 403, {}, '<h1>Forbidden</h1>'],
    ['429', true, 429, {}, ''],
    ['401', true, 401, {}, ''],
    ['401 with a login', false, 401, { 'www-authenticate': 'Basic realm="x"' }, ''],
    ['404', false, 404, {}, '<h1>Not found</h1>'],
    ['500', false, 500, {}, ''],
    ['503', false, 503, {}, '<h1>Maintenance</h1>'],
    ['520', false, 520, {}, ''],
    ['200', false, 200, {}, '<p>words</p>'],
  ])('decides whether %s is a block: %s', (_, expected, ...rest) => {
    expect(isBlocked(answer(rest))).toBe(expected);
  });

  it.each([
    ['the script of Cloudflare', '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>'],
    ['the script of DataDome', '<script src="https://js.datadome.co/tags.js"></script>'],
    ['the script of HUMAN', '<script>window._pxAppId="PX1"</script>'],
    ['the script of Imperva', '<script src="/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e6fffd425f7e032f3"></script>'],
    ['a login with a captcha', '<title>Login</title><div class="g-recaptcha"></div>'],
    ['an article about it', '<title>How a captcha works</title>'],
  ])('does not treat an admitted page as a block: %s', (_, body) => {
    expect(isBlocked(answer([200, { 'x-datadome': 'protected' }, body]))).toBe(false);
  });

  it.each([
    ['reset', true],
    ['refused', false],
    ['dns', false],
    ['tls', false],
    ['timed-out', false],
  ] as const)('decides whether a failure is a block: %s %s', (reason, expected) => {
    expect(isBlockedFailure({ reason, message: '' })).toBe(expected);
  });
});
