import { z } from 'zod';

/** `team` includes the rights before it. */
const TEAM_RIGHTS = ['scrape', 'crawl', 'read', 'webhooks', 'team'] as const;

/** A right that concerns only the team of the key. */
export const TeamRight = z.enum(TEAM_RIGHTS);
export type TeamRight = z.infer<typeof TeamRight>;

export const KeyRight = z.enum([...TEAM_RIGHTS, 'admin']);
export type KeyRight = z.infer<typeof KeyRight>;

/** Descriptions for the API document and the command line. */
export const KEY_RIGHT_DESCRIPTIONS: Readonly<Record<KeyRight, string>> = {
  scrape: 'scrape, parse, map and search',
  crawl: 'start, preview, cancel and retry batches, crawls and extracts',
  read: 'read jobs, documents, usage and keys of the team',
  webhooks: 'list and redeliver webhook events, read and rotate the webhook secret',
  team: 'all of these, and create, rotate and revoke keys of the team',
  admin: 'the admin API for all teams',
};

/** Whether `rights` include `needed`. */
export const hasRight = (rights: readonly KeyRight[], needed: KeyRight): boolean =>
  rights.includes(needed) || (needed !== 'admin' && rights.includes('team'));

/** Whether a key may use any operation of its team. */
export const isTeamKey = (rights: readonly KeyRight[]): boolean => rights.some((right) => right !== 'admin');

const distinct = (rights: readonly string[]) => new Set(rights).size === rights.length;

export const KeyRights = z
  .array(KeyRight)
  .min(1)
  .max(KeyRight.options.length)
  .refine(distinct, 'must not contain duplicates');

export const TeamRights = z
  .array(TeamRight)
  .min(1)
  .max(TeamRight.options.length)
  .refine(distinct, 'must not contain duplicates');

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
