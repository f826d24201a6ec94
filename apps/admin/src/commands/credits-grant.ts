import { randomUUID } from 'node:crypto';
import { addCreditEntries, readCreditBalance } from '@orbweaver/persistence';
import { type Command, UsageError } from '../command';
import { findTeam } from '../read-option';

const MAX_AMOUNT = 1_000_000_000;

export const creditsGrant: Command = {
  name: 'credits grant',
  summary: 'Add credits to the balance of a team',
  options: {
    team: { description: 'name of the team', placeholder: 'NAME', required: true },
    amount: {
      description: 'credits to add; --amount=-N takes as many back',
      placeholder: 'N',
      required: true,
    },
    note: { description: 'why, for the ledger', placeholder: 'TEXT' },
  },
  positionals: [],
  async run({ options }, context) {
    const amount = readAmount(options.amount!);
    const name = options.team!.trim();
    const teamId = await findTeam(context, name);
    const database = await context.database();
    const entry = { id: randomUUID(), teamId, apiKeyId: null, jobId: null, note: options.note ?? null };
    await addCreditEntries(database, [{ ...entry, kind: 'grant', amount }], new Date());
    const { limited, granted, used } = await readCreditBalance(database, teamId);
    context.print(`granted ${amount} credits to team "${name}": ${granted} granted in all, ${used} used`);
    if (!limited) {
      context.print(
        `The credits of the team are not limited. Limit them: orbweaver team set --name "${name}" --credits limited`,
      );
    }
  },
};

function readAmount(text: string): number {
  const amount = /^-?[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  if (amount === 0 || Math.abs(amount) > MAX_AMOUNT) {
    throw new UsageError(`--amount must be a whole number, not 0 and at most ${MAX_AMOUNT}`);
  }
  return amount;
}
