/** Words in parameter names of secrets: `access_token`, `X-Amz-Signature`, `apiKey`. */
const SECRET_WORDS = new Set(
  (
    'token sig signature sign hmac key apikey auth authorization oauth session sessionid sid phpsessid jsessionid ' +
    'secret password passwd passphrase pwd pass credential credentials jwt bearer ticket otp'
  ).split(' '),
);
/** Whole names only; `country_code` and `zip_code` are no secrets. */
const SECRET_NAMES = new Set(['code', 'authcode', 'authkey', 'authtoken', 'accesstoken', 'idtoken']);
const JWT = /^eyJ[\w-]{8,}\.[\w-]+\.[\w-]*$/;
/** `…/cart;jsessionid=1A2B` */
const SESSION_IN_PATH = /;(?:jsessionid|phpsessid|sid|sessionid)=/i;

/**
 * Whether an absolute URL appears to contain a secret: credentials, or a query or fragment parameter that looks like a
 * key, signature or session. Prefers false positives.
 */
export function bearsToken(url: string): boolean {
  const { username, password, pathname, searchParams, hash } = new URL(url);
  if (username !== '' || password !== '' || SESSION_IN_PATH.test(pathname)) return true;
  return [...searchParams].some(isSecret) || parametersOf(hash).some(isSecret);
}

/** `#access_token=x`, and in a route `#/reset?token=x`. A bare name is an anchor, such as `#key`. */
function parametersOf(hash: string): [name: string, value: string][] {
  return hash
    .slice(1)
    .split('?')
    .flatMap((part) => [...new URLSearchParams(part)])
    .filter(([name, value]) => value !== '' || JWT.test(name));
}

function isSecret([name, value]: [name: string, value: string]): boolean {
  return isSecretName(name) || JWT.test(value) || JWT.test(name);
}

function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return SECRET_NAMES.has(words.join('')) || words.some((word) => SECRET_WORDS.has(word) || /token$|key$/.test(word));
}
