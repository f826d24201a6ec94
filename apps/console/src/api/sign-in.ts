import { api, bearer, errorText, RequestError, read } from './client';
import { type Account, endSession, startSession, storedKey } from './session';

/** @throws RequestError for a key that the service does not accept */
export async function signIn(key: string): Promise<void> {
  startSession(await identify(key.trim()));
}

/** Continues the session of the tab, or exchanges the one-time token of the link that the service prints. */
export async function resume(): Promise<void> {
  const token = takeToken();
  const key = token === undefined ? storedKey() : await exchange(token);
  if (key === undefined) return;
  try {
    await signIn(key);
  } catch (error) {
    endSession(error instanceof RequestError ? error.message : 'The service is unreachable.');
  }
}

async function identify(key: string): Promise<Account> {
  const headers = bearer(key);
  const own = await api.GET('/v2/team', { headers });
  if (own.response.ok && own.data !== undefined) {
    const { team, key: used } = own.data;
    return { key, keyId: used.id, keyName: used.name, team, isAdmin: used.rights.includes('admin') };
  }
  if (own.response.status !== 403)
    throw new RequestError(own.response.status, errorText(own.error, own.response.status));
  await read(api.GET('/admin/v1/teams', { headers, params: { query: { limit: 1 } } }));
  return { key, keyName: 'administrator', isAdmin: true };
}

/** The fragment of a URL is not sent to servers or proxies. It is removed before anything else runs. */
function takeToken(): string | undefined {
  const [, token] = /^#sign-in=([\w-]{20,100})$/.exec(location.hash) ?? [];
  if (token !== undefined) history.replaceState(null, '', location.pathname);
  return token;
}

async function exchange(token: string): Promise<string | undefined> {
  const response = await fetch('/console/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const body = (await response.json().catch(() => ({}))) as { key?: string; error?: string };
  if (body.key === undefined) endSession(body.error ?? 'The sign-in link has expired. Enter a key.');
  return body.key;
}
