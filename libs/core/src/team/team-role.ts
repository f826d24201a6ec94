import { z } from 'zod';
import type { KeyRight } from './administered';

/** Of a person in a team, from most to fewest rights. */
export const TeamRole = z.enum(['owner', 'developer', 'viewer']);
export type TeamRole = z.infer<typeof TeamRole>;

const RIGHTS: Readonly<Record<TeamRole, readonly KeyRight[]>> = {
  owner: ['team'],
  developer: ['scrape', 'crawl', 'read', 'webhooks'],
  viewer: ['read'],
};

export const rightsOfRole = (role: TeamRole): KeyRight[] => [...RIGHTS[role]];

/** The role with the most rights. */
export const highestRole = (roles: readonly TeamRole[]): TeamRole | undefined =>
  TeamRole.options.find((role) => roles.includes(role));
