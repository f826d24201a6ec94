import { z } from 'zod';

export const KeyRight = z.enum(['team', 'admin']);
export type KeyRight = z.infer<typeof KeyRight>;

export const KeyRights = z
  .array(KeyRight)
  .min(1)
  .max(KeyRight.options.length)
  .refine((rights) => new Set(rights).size === rights.length, 'must not contain duplicates');

export const MAX_LISTED = 10_000;

const MAX_NAME_CHARS = 200;
export const MAX_GRANT = 1_000_000_000;

export const AccountName = z.string().trim().min(1).max(MAX_NAME_CHARS);

/** Credits to add to a balance; negative to deduct. */
export const GrantAmount = z
  .int()
  .min(-MAX_GRANT)
  .max(MAX_GRANT)
  .refine((amount) => amount !== 0, 'must not be 0');

export const GrantNote = z.string().max(1000);
