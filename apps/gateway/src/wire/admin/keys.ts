import {
  AccountName,
  DEFAULT_OVERLAP_SECONDS,
  KEY_RIGHT_DESCRIPTIONS,
  KeyRight,
  KeyRights,
  MAX_OVERLAP_SECONDS,
  Networks,
} from '@orbweaver/core';
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
  networks: z.array(z.string()).describe('Networks of clients that may use the key. Empty: all clients'),
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
export const RotatedKeyAnswer = AddedKeyAnswer.extend({
  previous: KeyView.describe('The previous key, which is valid until `expiresAt`'),
});
/** A time in the future. */
export const KeyExpiry = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .refine((at) => at.getTime() > Date.now(), 'Must be in the future')
  .optional()
  .describe('Time at which the key expires. Default: never');
/** @param rights in the order of the text */
export const describeRights = (rights: readonly KeyRight[]): string =>
  rights.map((right) => `\`${right}\`: ${KEY_RIGHT_DESCRIPTIONS[right]}`).join('; ');
export const KeyNetworks = Networks.default([]).describe(
  'Addresses and CIDR blocks (IPv4, IPv6) of clients that may use the key. Default: all clients',
);
export const AddKeyRequest = z.strictObject({
  teamId: z.uuid().describe('Team of the key'),
  name: AccountName.describe('Name of the key'),
  rights: KeyRights.default(['team']).describe(describeRights(KeyRight.options)),
  networks: KeyNetworks,
  expiresAt: KeyExpiry,
});
export const RotateKeyRequest = z.strictObject({
  overlapSeconds: z
    .int()
    .min(0)
    .max(MAX_OVERLAP_SECONDS)
    .default(DEFAULT_OVERLAP_SECONDS)
    .describe('Time until the previous key expires, unless it expires before; 0: at once'),
  expiresAt: KeyExpiry.describe('Time at which the new key expires. Default: it has the lifetime of the previous key'),
});
export type RotateKeyRequest = z.output<typeof RotateKeyRequest>;
export type AddKeyRequest = z.output<typeof AddKeyRequest>;
