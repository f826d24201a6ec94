import { Inject, Injectable } from '@nestjs/common';
import {
  type Actor,
  type Database,
  readWebhookSecretVersions,
  rotateWebhookSecret,
  teamWebhookSecrets,
  WebhookSecretUnreadable,
  type WebhookSecretVersions,
} from '@orbweaver/persistence';
import { CONFIG, DATABASE } from '@orbweaver/platform';
import { ApiError } from '../errors/api-error';
import type { GatewayConfig } from '../gateway.config';

/** Errors of operations on webhook secrets, for the API document. */
export const NOT_SIGNED = {
  409: 'Webhooks are not signed: the operator has not set `WEBHOOK_SECRET`',
};

export const NOT_ROTATED = {
  409: 'Webhooks are not signed: the operator has not set `WEBHOOK_SECRET`; or the teams file declares the secret',
};

const OF_INSTALLATION =
  'Deliveries of this team are signed with the WEBHOOK_SECRET that all teams at version 0 share. Rotate the secret to get one for this team only.';

@Injectable()
export class WebhookSecrets {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'WEBHOOK_SECRET'>,
  ) {}

  /** Undefined for an unknown team. @throws ApiError 409 when deliveries are not signed */
  async read(teamId: string) {
    const master = this.requireMaster();
    const versions = await readWebhookSecretVersions(this.database, teamId);
    return versions && describe(master, teamId, versions);
  }

  /** Replaces the secret; otherwise like `read`. */
  async rotate(actor: Actor, teamId: string, overlapSeconds: number) {
    const master = this.requireMaster();
    const rotated = await rotateWebhookSecret(this.database, actor, { id: teamId, overlapMs: overlapSeconds * 1000 });
    if (rotated.kind === 'declared')
      throw new ApiError(409, 'The teams file declares the webhook secret of this team. Change it there');
    return rotated.kind === 'unknown' ? undefined : describe(master, teamId, rotated.versions);
  }

  private requireMaster(): string {
    const { WEBHOOK_SECRET: master } = this.config;
    if (master !== undefined) return master;
    throw new ApiError(409, 'Webhooks are not signed. Ask the operator of this service to set WEBHOOK_SECRET');
  }
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof WebhookSecretUnreadable) throw new ApiError(409, error.message);
    throw error;
  }
}

function describe(master: string, teamId: string, versions: WebhookSecretVersions) {
  const { previous, isDeclared, ...current } = readable(() => teamWebhookSecrets(master, teamId, versions));
  return {
    teamId,
    ...current,
    declared: isDeclared,
    previous: previous && { ...previous, validUntil: previous.validUntil.toISOString() },
    ...(versions.version === 0 && !isDeclared ? { warning: OF_INSTALLATION } : {}),
  };
}
