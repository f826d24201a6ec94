import { z } from 'zod';

/** A key's right: work of its team, or administration of the installation. */
export const KeyRight = z.enum(['team', 'admin']);
export type KeyRight = z.infer<typeof KeyRight>;

/** The rights of a key, without duplicates. */
export const KeyRights = z
  .array(KeyRight)
  .min(1)
  .max(KeyRight.options.length)
  .refine((rights) => new Set(rights).size === rights.length, 'must not contain duplicates');
