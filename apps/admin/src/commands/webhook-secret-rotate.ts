import { rotateWebhookSecret } from '@orbweaver/persistence';
import { type Command, CommandError } from '../command';
import { overlapOption, readOverlapMs } from '../overlap-option';
import { jsonOption } from '../print-list';
import { findTeam } from '../read-option';
import { printWebhookSecrets, requireWebhookSecret } from '../webhook-secret';

export const webhookSecretRotate: Command = {
  name: 'webhook-secret rotate',
  summary: 'Rotate the webhook secret of a team; requires WEBHOOK_SECRET',
  options: {
    team: { description: 'name of the team', placeholder: 'NAME', required: true },
    overlap: overlapOption('time during which the previous secret also signs deliveries', 'none'),
    json: jsonOption,
  },
  positionals: [],
  async run({ options }, context) {
    const overlapMs = readOverlapMs(options);
    const master = requireWebhookSecret(context);
    const teamId = await findTeam(context, options.team!.trim());
    const rotation = { id: teamId, overlapMs };
    const rotated = await rotateWebhookSecret(await context.database(), context.actor, rotation);
    if (rotated.kind === 'unknown') throw new CommandError(`The team "${options.team}" no longer exists.`);
    if (rotated.kind === 'declared')
      throw new CommandError('The teams file declares the webhook secret of this team. Change it there.');
    const { versions } = rotated;
    printWebhookSecrets(context, { master, teamId, versions, json: options.json !== undefined });
  },
};
