import { AccountName, GrantAmount, GrantNote, TeamHostsChange, TeamLimits } from '@orbweaver/core';
import { z } from 'zod';
import { adminQuery, next } from './admin-query';

const instant = z.iso.datetime();
const success = z.literal(true);

export const teamsQuery = adminQuery({});

export const TeamHostsView = z
  .object({ allowed: z.array(z.string()), closed: z.array(z.string()) })
  .describe('Hosts for the pages of the team. Empty `allowed`: all hosts. `closed` takes precedence');

export const ListedTeamView = z.object({
  id: z.uuid(),
  name: z.string(),
  ...TeamLimits.shape,
  createdAt: instant,
  disabledAt: instant.nullable().describe('When the team was disabled; null: enabled'),
  hostCounts: z
    .object({ allowed: z.int(), closed: z.int() })
    .describe('Number of entries in `hosts`, which only the single team has. 0 `allowed`: all hosts'),
  keys: z.int().describe('Number of keys that are not revoked'),
});
export const TeamView = ListedTeamView.extend({ hosts: TeamHostsView });
export const TeamAnswer = z.object({ success, team: TeamView });
export const TeamsAnswer = z.object({ success, teams: z.array(ListedTeamView).describe('By name'), next });
export const AddTeamRequest = z.strictObject({
  name: AccountName.describe('Unique'),
  ...TeamLimits.partial().shape,
});
export type AddTeamRequest = z.output<typeof AddTeamRequest>;
export const SetTeamRequest = z
  .strictObject({
    ...TeamLimits.partial().shape,
    hosts: TeamHostsChange.optional().describe(
      'Lists to replace: host names (`*.example.com`: all subdomains), addresses and CIDR blocks, each with an optional port',
    ),
  })
  .refine((changes) => Object.keys(changes).length > 0, 'Must contain at least one limit or `hosts`');
export type SetTeamRequest = z.output<typeof SetTeamRequest>;

export const CreditsView = z.object({
  teamId: z.uuid(),
  limited: z.boolean().describe('Whether requests that exceed the balance are rejected'),
  granted: z.int(),
  used: z.int(),
  remaining: z
    .int()
    .describe('Granted less used credits; negative if accepted pages cost more than the remaining credits'),
  months: z
    .array(z.object({ month: z.iso.date(), apiKey: z.string().nullable(), used: z.int() }))
    .describe('Usage by key and UTC month, oldest first; null: unknown key'),
});
export const CreditsAnswer = z.object({ success, credits: CreditsView });
export const GrantRequest = z.strictObject({
  amount: GrantAmount.describe('Credits to add; negative to remove'),
  note: GrantNote.optional().describe('Reason for the ledger'),
  id: z.uuid().optional().describe('Idempotency id of the grant, chosen by you'),
});
export type GrantRequest = z.output<typeof GrantRequest>;
