import { signal } from '@preact/signals';

/** An entered key lives as long as the tab: never in a URL, a cookie or local storage. */
const STORED_KEY = 'orbweaver.key';

export interface Account {
  /** Absent in a session of single sign-on, whose key is in a cookie. */
  key?: string;
  keyId?: string;
  keyName: string;
  /** Absent for a key with the right `admin` only. */
  team?: Team;
  /** The teams that a person of single sign-on may choose. */
  teams?: Team[];
  isAdmin: boolean;
}

export interface Team {
  id: string;
  name: string;
}

export const storedKey = (): string | undefined => sessionStorage.getItem(STORED_KEY) ?? undefined;

export const account = signal<Account | undefined>(undefined);
/** Why the last session ended, for the sign-in screen. */
export const endOfSession = signal<string | undefined>(undefined);

export function startSession(signedIn: Account): void {
  if (signedIn.key !== undefined) sessionStorage.setItem(STORED_KEY, signedIn.key);
  endOfSession.value = undefined;
  account.value = signedIn;
}

export function endSession(reason?: string): void {
  sessionStorage.removeItem(STORED_KEY);
  endOfSession.value = reason;
  account.value = undefined;
}
