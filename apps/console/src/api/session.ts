import { signal } from '@preact/signals';

/** The key lives as long as the tab: never in a URL, a cookie or local storage. */
const STORED_KEY = 'orbweaver.key';

export interface Account {
  key: string;
  keyId?: string;
  keyName: string;
  /** Absent for a key with the right `admin` only. */
  team?: { id: string; name: string };
  isAdmin: boolean;
}

export const storedKey = (): string | undefined => sessionStorage.getItem(STORED_KEY) ?? undefined;

export const account = signal<Account | undefined>(undefined);
/** Why the last session ended, for the sign-in screen. */
export const endOfSession = signal<string | undefined>(undefined);

export function startSession(signedIn: Account): void {
  sessionStorage.setItem(STORED_KEY, signedIn.key);
  endOfSession.value = undefined;
  account.value = signedIn;
}

export function endSession(reason?: string): void {
  sessionStorage.removeItem(STORED_KEY);
  endOfSession.value = reason;
  account.value = undefined;
}
