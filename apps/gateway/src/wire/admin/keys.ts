import { AccountName, KeyRight, KeyRights } from '@orbweaver/core';
import { z } from 'zod';
import { adminQuery, next, ofTeam } from './admin-query';

const instant = z.iso.datetime();
const success = z.literal(true);

export const keysQuery = adminQuery({ teamId: ofTeam });

export const KeyView = z.object({
  id: z.uuid(),
  teamId: z.uuid(),
  team: z.string().describe('Name of the team'),
  name: z.string(),
  rights: z.array(KeyRight),
  createdAt: instant,
  lastUsedAt: instant.nullable().describe('Up to two minutes behind'),
  revokedAt: instant.nullable(),
});
export const KeyAnswer = z.object({ success, key: KeyView });
export const KeysAnswer = z.object({ success, keys: z.array(KeyView).describe('The oldest first'), next });
export const AddedKeyAnswer = z.object({
  success,
  key: KeyView,
  secret: z.string().describe('The key itself, this once: only a hash of it is stored'),
});
export const AddKeyRequest = z.strictObject({
  teamId: z.uuid().describe('The team that it belongs to'),
  name: AccountName.describe('What it is for'),
  rights: KeyRights.default(['team']).describe(
    '`team`: the work of its team; `admin`: this interface, with all teams. Give `admin` to few',
  ),
});
export type AddKeyRequest = z.output<typeof AddKeyRequest>;
