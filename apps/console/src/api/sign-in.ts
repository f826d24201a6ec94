import { api, credentials, errorText, RequestError, read } from './client';
import { type Account, account, endSession, startSession, storedKey, type Team } from './session';

interface SessionAnswer {
  hasSignOn: boolean;
  session: { person: string; teams: Team[] } | null;
}

const PROBLEMS: Record<string, string> = {
  unavailable: 'The identity provider is unavailable. Try again later, or enter a key.',
  refused: 'The identity provider did not sign you in. Try again.',
  'no-team': 'You are signed in at the identity provider, but your groups have no team here. Ask the operator.',
};

/** @throws RequestError for a key that the service does not accept */
export async function signIn(key: string): Promise<void> {
  startSession(await identify(key.trim()));
}

/**
 * Continues the session of the tab or of single sign-on, or exchanges the one-time token of the link that the service
 * prints.
 */
export async function resume(): Promise<void> {
  const problem = takeFromFragment(/^#sign-on=([a-z-]{1,20})$/);
  const token = takeFromFragment(/^#sign-in=([\w-]{20,100})$/);
  try {
    const key = token === undefined ? storedKey() : await exchange(token);
    if (key !== undefined) return await signIn(key);
    if (problem !== undefined) return endSession(PROBLEMS[problem] ?? PROBLEMS.refused);
    const { session } = await readSession();
    if (session !== null)
      startSession({ ...(await identify(undefined)), keyName: session.person, teams: session.teams });
  } catch (error) {
    endSession(error instanceof RequestError ? error.message : 'The service is unreachable.');
  }
}

export async function readSession(): Promise<SessionAnswer> {
  const response = await fetch('/console/session', { headers: credentials(undefined) });
  if (!response.ok) throw new RequestError(response.status, errorText(undefined, response.status));
  return (await response.json()) as SessionAnswer;
}

/** Ends the session here and, for single sign-on, at the service. */
export async function signOut(): Promise<void> {
  const isCookie = account.value?.key === undefined;
  endSession();
  if (isCookie) await fetch('/console/session', { method: 'DELETE', headers: credentials() });
}

/** Continues as another team of the person. */
export async function chooseTeam(teamId: string): Promise<void> {
  const headers = { ...credentials(), 'content-type': 'application/json' };
  const body = JSON.stringify({ teamId });
  const response = await fetch('/console/session/team', { method: 'POST', headers, body });
  if (!response.ok) throw new RequestError(response.status, errorText(await response.json(), response.status));
  // Everything on the screen belongs to the other team.
  location.assign('/console');
}

async function identify(key: string | undefined): Promise<Account> {
  const headers = credentials(key);
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
function takeFromFragment(form: RegExp): string | undefined {
  const [, value] = form.exec(location.hash) ?? [];
  if (value !== undefined) history.replaceState(null, '', location.pathname);
  return value;
}

/** @throws RequestError for a token that is not valid */
async function exchange(token: string): Promise<string | undefined> {
  const response = await fetch('/console/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const body = (await response.json().catch(() => ({}))) as { key?: string; error?: string };
  if (body.key !== undefined) return body.key;
  throw new RequestError(response.status, body.error ?? 'The sign-in link has expired. Enter a key.');
}
