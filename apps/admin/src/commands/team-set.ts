import { setTeam } from '@orbweaver/persistence';
import { type Command, UsageError } from '../command';
import { findTeam } from '../read-option';
import { readTeamHosts, teamHostOptions } from '../team-hosts';
import { readTeamLimits, teamLimitOptions } from '../team-limits';
import { warnOfUsedCredits } from '../warn-of-used-credits';

export const teamSet: Command = {
  name: 'team set',
  summary: 'Change the limits and hosts of a team; gateways apply them within 20 seconds',
  options: {
    name: { description: 'name of the team', placeholder: 'NAME', required: true },
    ...teamLimitOptions,
    ...teamHostOptions,
  },
  positionals: [],
  async run({ options }, context) {
    const name = options.name!.trim();
    const limits = readTeamLimits(options, context.config);
    const hosts = readTeamHosts(options);
    if (Object.values({ ...limits, ...hosts }).every((value) => value === undefined)) {
      throw new UsageError('At least one limit or list of hosts is required');
    }
    const id = await findTeam(context, name);
    const team = await setTeam(await context.database(), context.actor, { id, limits, hosts });
    context.print(`changed team "${name}"`);
    const isLimited = limits.creditsLimited === true && team !== undefined;
    const warning = isLimited ? warnOfUsedCredits(name, { ...team, limited: true }) : undefined;
    if (warning !== undefined) context.print(warning);
  },
};
