import { readWebhookSecretVersions } from '@orbweaver/persistence';
import { type Command, CommandError } from '../command';
import { jsonOption } from '../print-list';
import { findTeam } from '../read-option';
import { printWebhookSecrets, requireWebhookSecret } from '../webhook-secret';

export const webhookSecretShow: Command = {
  name: 'webhook-secret show',
  summary: 'Show the webhook secret of a team; requires WEBHOOK_SECRET',
  options: {
    team: { description: 'name of the team', placeholder: 'NAME', required: true },
    json: jsonOption,
  },
  positionals: [],
  async run({ options }, context) {
    const master = requireWebhookSecret(context);
    const teamId = await findTeam(context, options.team!.trim());
    const versions = await readWebhookSecretVersions(await context.database(), teamId);
    if (versions === undefined) throw new CommandError(`The team "${options.team}" no longer exists.`);
    printWebhookSecrets(context, { master, teamId, versions, json: options.json !== undefined });
  },
};
