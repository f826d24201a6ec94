import { rotateWebhookSecret } from '@orbweaver/persistence';
import { durationWithin } from '@orbweaver/platform';
import { type Command, CommandError, UsageError } from '../command';
import { jsonOption } from '../print-list';
import { findTeam } from '../read-option';
import { printWebhookSecrets, requireWebhookSecret } from '../webhook-secret';

const DEFAULT_OVERLAP = '24h';
const overlap = durationWithin(0, 30 * 24 * 3_600_000);

export const webhookSecretRotate: Command = {
  name: 'webhook-secret rotate',
  summary: 'Rotate the webhook secret of a team; requires WEBHOOK_SECRET',
  options: {
    team: { description: 'name of the team', placeholder: 'NAME', required: true },
    overlap: {
      description: `time during which the previous secret also signs deliveries, such as 30m (default ${DEFAULT_OVERLAP}; 0s: none)`,
      placeholder: 'TIME',
    },
    json: jsonOption,
  },
  positionals: [],
  async run({ options }, context) {
    const overlapMs = overlap.safeParse(options.overlap ?? DEFAULT_OVERLAP);
    if (!overlapMs.success) throw new UsageError('--overlap must be a time from 0s to 720h, such as 30m or 24h');
    const master = requireWebhookSecret(context);
    const teamId = await findTeam(context, options.team!.trim());
    const rotation = { id: teamId, overlapMs: overlapMs.data };
    const rotated = await rotateWebhookSecret(await context.database(), context.actor, rotation);
    if (rotated.kind === 'unknown') throw new CommandError(`The team "${options.team}" no longer exists.`);
    if (rotated.kind === 'declared')
      throw new CommandError('The teams file declares the webhook secret of this team. Change it there.');
    const { versions } = rotated;
    printWebhookSecrets(context, { master, teamId, versions, json: options.json !== undefined });
  },
};
