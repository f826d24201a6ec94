import { type TeamWebhookSecrets, teamWebhookSecrets, type WebhookSecretVersions } from '@orbweaver/persistence';
import { type CommandContext, CommandError } from './command';

/** The WEBHOOK_SECRET of the installation. @throws CommandError */
export function requireWebhookSecret({ config }: CommandContext): string {
  if (config.WEBHOOK_SECRET !== undefined) return config.WEBHOOK_SECRET;
  throw new CommandError('WEBHOOK_SECRET is not set. Set it to the value that gateway and results use');
}

/** Prints the valid secrets of a team. */
export function printWebhookSecrets(
  { print, warn }: CommandContext,
  {
    master,
    teamId,
    versions,
    json,
  }: { master: string; teamId: string; versions: WebhookSecretVersions; json: boolean },
): void {
  const { version, secret, previous } = teamWebhookSecrets(master, teamId, versions);
  if (json) {
    print(JSON.stringify({ teamId, version, secret, previous }));
    return;
  }
  print(`version ${version}: ${shown(secret)}`);
  if (previous !== null) {
    print(`version ${previous.version}: ${shown(previous.secret)}, valid until ${previous.validUntil.toISOString()}`);
  }
  if (version === 0) {
    warn(
      'This team shares WEBHOOK_SECRET with all teams at version 0. Create a separate secret: orbweaver webhook-secret rotate',
    );
  }
}

const shown = (secret: TeamWebhookSecrets['secret']) => secret ?? 'WEBHOOK_SECRET of the installation';
