import { signal } from '@preact/signals';

/** Prefix of everything that the console stores for the time of a session. */
const STORED = 'orbweaver.';
/** An entered key lives as long as the tab: never in a URL, a cookie or local storage. */
const STORED_KEY = `${STORED}key`;

export interface Account {
  /** Absent in a session of single sign-on, whose key is in a cookie. */
  key?: string;
  keyId?: string;
  keyName: string;
  /** Absent for a key with the right `admin` only, and on the admin port. */
  team?: Team;
  /** The teams that a person of single sign-on may choose. */
  teams?: Team[];
  /** Whether System is available: the right `admin`, on a port that serves the admin API. */
  isAdmin: boolean;
  /** Whether the rights suffice to create, rotate and revoke keys of the team. */
  isOwner: boolean;
  /** Whether the rights suffice to scrape or to start jobs. */
  maySubmit: boolean;
}

export interface Team {
  id: string;
  name: string;
}

export const storedKey = (): string | undefined => sessionStorage.getItem(STORED_KEY) ?? undefined;

export const account = signal<Account | undefined>(undefined);
/** Whether the service offers single sign-on. */
export const hasSignOn = signal(false);
/** Why the last session ended, for the sign-in screen. */
export const endOfSession = signal<string | undefined>(undefined);

const cleanups: (() => void)[] = [];

/** Removes data in memory at the end of each session, because the next one may belong to another team. */
export function onSessionEnd(cleanup: () => void): void {
  cleanups.push(cleanup);
}

export function startSession(signedIn: Account): void {
  if (signedIn.key !== undefined) sessionStorage.setItem(STORED_KEY, signedIn.key);
  endOfSession.value = undefined;
  account.value = signedIn;
}

/** Removes the key, drafts and responses. */
export function endSession(reason?: string): void {
  endOfSession.value = reason;
  account.value = undefined;
  for (const name of Object.keys(sessionStorage).filter((stored) => stored.startsWith(STORED))) {
    sessionStorage.removeItem(name);
  }
  for (const cleanup of cleanups) cleanup();
}
