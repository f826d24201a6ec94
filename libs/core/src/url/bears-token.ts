/** Parts of a parameter's name that say that its value opens something: `access_token`, `X-Amz-Signature`, `apiKey`. */
const SECRET_WORDS = new Set(
  (
    'token sig signature sign hmac key apikey auth authorization oauth session sessionid sid phpsessid jsessionid ' +
    'secret password passwd passphrase pwd pass credential credentials jwt bearer ticket otp'
  ).split(' '),
);
/** Said so alone only; `country_code` and `zip_code` open nothing. */
const SECRET_NAMES = new Set(['code', 'authcode', 'authkey', 'authtoken', 'accesstoken', 'idtoken']);
/** A JSON Web Token, whatever it is called. */
const JWT = /^eyJ[\w-]{8,}\.[\w-]+\.[\w-]*$/;
/** `…/cart;jsessionid=1A2B` */
const SESSION_IN_PATH = /;(?:jsessionid|phpsessid|sid|sessionid)=/i;

/**
 * Whether a URL seems to hold what only some may know: credentials, or a parameter, of the query or the fragment, that is
 * called or looks like a key, a signature or a session. Errs on the side of yes. `url` is absolute.
 */
export function bearsToken(url: string): boolean {
  const { username, password, pathname, searchParams, hash } = new URL(url);
  if (username !== '' || password !== '' || SESSION_IN_PATH.test(pathname)) return true;
  return [...searchParams].some(isSecret) || parametersOf(hash).some(isSecret);
}

/** `#access_token=x`, and of a route `#/reset?token=x`. A name alone is a heading of the page, such as `#key`. */
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
