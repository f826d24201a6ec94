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
  lastUsedAt: instant.nullable().describe('Delayed by up to two minutes'),
  expiresAt: instant.nullable(),
  revokedAt: instant.nullable(),
});
export const KeyAnswer = z.object({ success, key: KeyView });
export const KeysAnswer = z.object({ success, keys: z.array(KeyView).describe('Oldest first'), next });
export const AddedKeyAnswer = z.object({
  success,
  key: KeyView,
  secret: z.string().describe('The key. Shown only once: only its hash is stored'),
});
/** A time in the future. */
export const KeyExpiry = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine((at) => at.getTime() > Date.now(), 'Must be in the future')
  .optional()
  .describe('Time at which the key expires. Default: never');
export const AddKeyRequest = z.strictObject({
  teamId: z.uuid().describe('Team of the key'),
  name: AccountName.describe('Name of the key'),
  rights: KeyRights.default(['team']).describe(
    '`team`: scrape, batch, crawl and team operations; `admin`: the admin API for all teams',
  ),
  expiresAt: KeyExpiry,
});
export type AddKeyRequest = z.output<typeof AddKeyRequest>;
