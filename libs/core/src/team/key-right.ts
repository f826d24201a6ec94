import { z } from 'zod';

/** What a key allows: the work of its team, or to administer the installation with all its teams. */
export const KeyRight = z.enum(['team', 'admin']);
export type KeyRight = z.infer<typeof KeyRight>;

/** The rights of one key, each once. */
export const KeyRights = z
  .array(KeyRight)
  .min(1)
  .max(KeyRight.options.length)
  .refine((rights) => new Set(rights).size === rights.length, 'Must have each right once');
