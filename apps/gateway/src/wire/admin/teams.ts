import { AccountName, GrantAmount, GrantNote, TeamLimits } from '@orbweaver/core';
import { z } from 'zod';
import { adminQuery, next } from './admin-query';

const instant = z.iso.datetime();
const success = z.literal(true);

export const teamsQuery = adminQuery({});

export const TeamView = z.object({
  id: z.uuid(),
  name: z.string(),
  ...TeamLimits.shape,
  createdAt: instant,
  disabledAt: instant.nullable().describe('Since when none of its keys is let in; null: they are'),
  keys: z.int().describe('Keys that are not revoked'),
});
export const TeamAnswer = z.object({ success, team: TeamView });
export const TeamsAnswer = z.object({ success, teams: z.array(TeamView).describe('By name'), next });
export const AddTeamRequest = z.strictObject({
  name: AccountName.describe('Unique'),
  ...TeamLimits.partial().shape,
});
export type AddTeamRequest = z.output<typeof AddTeamRequest>;
export const SetTeamRequest = z
  .strictObject(TeamLimits.partial().shape)
  .refine((limits) => Object.keys(limits).length > 0, 'Must name a limit that should change');
export type SetTeamRequest = z.output<typeof SetTeamRequest>;

export const CreditsView = z.object({
  teamId: z.uuid(),
  limited: z.boolean().describe('Whether work that the balance does not cover is refused'),
  granted: z.int(),
  used: z.int(),
  remaining: z.int().describe('Granted less used; below zero when pages that were accepted cost more than was left'),
  months: z
    .array(z.object({ month: z.iso.date(), apiKey: z.string().nullable(), used: z.int() }))
    .describe('What each key has used, by months of UTC, the oldest first; null: no known key'),
});
export const CreditsAnswer = z.object({ success, credits: CreditsView });
export const GrantRequest = z.strictObject({
  amount: GrantAmount.describe('Credits to add; a negative number takes as many back'),
  note: GrantNote.optional().describe('Why, for the ledger'),
  id: z.uuid().optional().describe('Of the grant, chosen by you: sent twice, it counts once'),
});
export type GrantRequest = z.output<typeof GrantRequest>;
