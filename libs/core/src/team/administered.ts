import { z } from 'zod';

/** Rows of a list at most, whoever asks for it. */
export const MAX_LISTED = 10_000;

const MAX_NAME_CHARS = 200;
/** Credits of one grant, either way. */
export const MAX_GRANT = 1_000_000_000;

/** The name of a team or a key. */
export const AccountName = z.string().trim().min(1).max(MAX_NAME_CHARS);

/** Credits to add to a balance; negative takes as many back. */
export const GrantAmount = z
  .int()
  .min(-MAX_GRANT)
  .max(MAX_GRANT)
  .refine((amount) => amount !== 0, 'Must not be 0');

/** Why credits were granted, for the ledger. */
export const GrantNote = z.string().max(1000);
