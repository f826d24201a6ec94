import { createHash, randomBytes } from 'node:crypto';

const LIFETIME_MS = 15 * 60_000;

/** Tokens of one-time sign-in links, in the memory of the process that printed the link. */
export class SignInTokens {
  private readonly keys = new Map<string, { key: string; expiresAtMs: number }>();

  constructor(private readonly now: () => number = Date.now) {}

  issue(key: string): string {
    const token = randomBytes(24).toString('base64url');
    this.keys.set(hashOf(token), { key, expiresAtMs: this.now() + LIFETIME_MS });
    return token;
  }

  /** The key of a token that has not expired, once. */
  redeem(token: string): string | undefined {
    const hash = hashOf(token);
    const found = this.keys.get(hash);
    this.keys.delete(hash);
    return found !== undefined && found.expiresAtMs > this.now() ? found.key : undefined;
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Shared by the process that prints the link and the controller that redeems it. */
export const signInTokens = new SignInTokens();
