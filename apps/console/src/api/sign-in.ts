import { call, credentials, RequestError } from './client';
import { type Account, endSession, hasSignOn, startSession, storedKey, type Team } from './session';

interface SessionAnswer {
  hasSignOn: boolean;
  /** The APIs of this port. */
  serves: { team: boolean; admin: boolean };
  caller: { team: Team | null; key: { id: string; name: string; rights: string[] } } | null;
  /** Single sign-on only. */
  session: { person: string; teams: Team[] } | null;
}

const PROBLEMS: Record<string, string> = {
  unavailable: 'The identity provider is unavailable. Try again later, or enter a key.',
  refused: 'The identity provider did not sign you in. Try again.',
  'no-team': 'You are signed in at the identity provider, but your groups have no team here. Ask the operator.',
};

const NO_ACCESS = {
  team: 'This address shows System only, which needs the right `admin`. Use the address of the API.',
  admin: 'This address shows teams only, which needs a right of a team. Use the address of the admin API.',
};

/** @throws RequestError for a key that the service does not accept */
export async function signIn(entered: string): Promise<void> {
  const key = entered.trim();
  const signedIn = accountOf(await readSession(key), key);
  if (signedIn === undefined) throw new RequestError(401, 'Enter a key.');
  startSession(signedIn);
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
    const answer = await readSession();
    if (problem !== undefined) return endSession(PROBLEMS[problem] ?? PROBLEMS.refused);
    const signedIn = accountOf(answer);
    if (signedIn === undefined) endSession();
    else startSession(signedIn);
  } catch (error) {
    endSession(error instanceof RequestError ? error.message : 'The service is unreachable.');
    // The error of a key does not contain whether single sign-on is available.
    if (error instanceof RequestError) await readSession().catch(() => undefined);
  }
}

/** Ends the session here and, for single sign-on, at the service. @throws if the session at the service continues */
export async function signOut(key: string | undefined): Promise<void> {
  if (key === undefined) await call('/console/session', { method: 'DELETE' });
  endSession();
}

/** Continues as another team of the person. */
export async function chooseTeam(teamId: string): Promise<void> {
  await post('/console/session/team', { teamId });
  // Everything on the screen belongs to the other team.
  location.assign('/console');
}

async function readSession(key?: string): Promise<SessionAnswer> {
  const answer = await call<SessionAnswer>('/console/session', { headers: credentials(key) });
  hasSignOn.value = answer.hasSignOn;
  return answer;
}

/** Undefined without a caller. @throws RequestError 403 if this port serves nothing that the rights allow */
function accountOf({ serves, caller, session }: SessionAnswer, key?: string): Account | undefined {
  if (caller === null) return undefined;
  const { id, name, rights } = caller.key;
  const isAdmin = serves.admin && rights.includes('admin');
  const team = serves.team && caller.team !== null ? { team: caller.team } : {};
  if (!isAdmin && !('team' in team)) throw new RequestError(403, serves.team ? NO_ACCESS.admin : NO_ACCESS.team);
  const person = session === null ? {} : { keyName: session.person, teams: session.teams };
  const isOwner = rights.includes('team');
  const maySubmit = isOwner || rights.includes('scrape') || rights.includes('crawl');
  return {
    ...(key === undefined ? {} : { key }),
    keyId: id,
    keyName: name,
    ...team,
    ...person,
    isAdmin,
    isOwner,
    maySubmit,
  };
}

/** The fragment of a URL is not sent to servers or proxies. It is removed before anything else runs. */
function takeFromFragment(form: RegExp): string | undefined {
  const [, value] = form.exec(location.hash) ?? [];
  if (value !== undefined) history.replaceState(null, '', location.pathname);
  return value;
}

/** The key of a one-time token. @throws RequestError for a token that is not valid */
const exchange = async (token: string) => (await post<{ key: string }>('/console/sign-in', { token })).key;

const post = <T>(path: string, body: unknown) =>
  call<T>(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
