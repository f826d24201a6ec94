import { encryptWebhookSecret } from './encrypt-webhook-secret';
import { readableSecret, type WebhookSecretVersions } from './webhook-secrets';

/** A webhook secret of TEAMS_FILE. Neither JSON nor an inspection shows it. */
export class DeclaredWebhookSecret {
  readonly #master: string;
  readonly #secret: string;

  /** @param overlapMs time for which the previous secret also signs deliveries */
  constructor(
    master: string,
    secret: string,
    readonly overlapMs: number,
  ) {
    this.#master = master;
    this.#secret = secret;
  }

  /** See encryptWebhookSecret. */
  encryptFor(teamId: string): string {
    return encryptWebhookSecret(this.#master, teamId, this.#secret);
  }

  /** False for a text that was encrypted under another WEBHOOK_SECRET. */
  isStoredAs(teamId: string, { version, encrypted }: Pick<WebhookSecretVersions, 'version' | 'encrypted'>): boolean {
    return encrypted !== null && readableSecret(this.#master, teamId, version, encrypted) === this.#secret;
  }

  /** Whether the secret before this one can also sign: it is readable and another one. */
  mayOverlap(teamId: string, { version, encrypted }: WebhookSecretVersions): boolean {
    const before = readableSecret(this.#master, teamId, version, encrypted);
    return before !== undefined && before !== this.#secret;
  }
}
