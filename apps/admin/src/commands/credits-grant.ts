import { randomUUID } from 'node:crypto';
import { GrantAmount, GrantNote, MAX_GRANT } from '@orbweaver/core';
import { grantCredits } from '@orbweaver/persistence';
import { type Command, CommandError, UsageError } from '../command';
import { findTeam } from '../read-option';
import { warnOfUsedCredits } from '../warn-of-used-credits';

export const creditsGrant: Command = {
  name: 'credits grant',
  summary: 'Add credits to the balance of a team',
  options: {
    team: { description: 'name of the team', placeholder: 'NAME', required: true },
    amount: {
      description: 'credits to add; remove credits with --amount=-N',
      placeholder: 'N',
      required: true,
    },
    note: { description: 'reason for the ledger', placeholder: 'TEXT' },
  },
  positionals: [],
  async run({ options }, context) {
    const amount = readAmount(options.amount!);
    const name = options.team!.trim();
    const teamId = await findTeam(context, name);
    const note = options.note ?? null;
    if (!GrantNote.nullable().safeParse(note).success) throw new UsageError('--note is too long');
    const grant = await grantCredits(await context.database(), context.actor, {
      id: randomUUID(),
      teamId,
      amount,
      note,
    });
    if (!('balance' in grant)) throw new CommandError(`The team "${name}" no longer exists.`);
    const { limited, granted, used } = grant.balance;
    context.print(`granted ${amount} credits to team "${name}": ${granted} granted in total, ${used} used`);
    const warning = warnOfUsedCredits(name, grant.balance);
    if (warning !== undefined) context.print(warning);
    if (!limited) {
      context.print(
        `The team has unlimited credits. Limit them: orbweaver team set --name "${name}" --credits limited`,
      );
    }
  },
};

function readAmount(text: string): number {
  const amount = GrantAmount.safeParse(/^-?[1-9]\d{0,9}$/.test(text) ? Number(text) : 0);
  if (amount.success) return amount.data;
  throw new UsageError(`--amount must be a whole number other than 0, at most ${MAX_GRANT}`);
}
