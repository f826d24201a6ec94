import { z } from 'zod';
import { TeamHosts } from '../url/team-hosts';
import { AccountName, KeyRights, MAX_GRANT } from './administered';
import { Networks } from './networks';
import { DEFAULT_OVERLAP_SECONDS, MAX_OVERLAP_SECONDS } from './rotation-overlap';
import { NO_TEAM_LIMITS, TeamLimits } from './team-limits';

const MAX_TEAMS = 10_000;
const MAX_KEYS = 1000;

const DeclaredKey = z
  .strictObject({
    name: AccountName,
    rights: KeyRights.default(['team']),
    networks: Networks.default([]),
    expiresAt: z.iso
      .datetime({ offset: true })
      .transform((text) => new Date(text))
      .optional(),
    /** Path of a file with the key, relative to the teams file. */
    keyFile: z.string().min(1).optional(),
    /** Name of an environment variable with the key. */
    keyEnv: z.string().min(1).optional(),
  })
  .refine(({ keyFile, keyEnv }) => (keyFile === undefined) !== (keyEnv === undefined), {
    message: 'must have either keyFile or keyEnv',
  });

const MAX_GENERATION = 2_147_483_647;

const DeclaredWebhookSecret = z
  .strictObject({
    /** Path of a file with the secret, relative to the teams file. */
    file: z.string().min(1).optional(),
    /** Name of an environment variable with the secret. */
    env: z.string().min(1).optional(),
    /** Time for which the previous secret also signs deliveries after a change. */
    overlapSeconds: z.int().min(0).max(MAX_OVERLAP_SECONDS).default(DEFAULT_OVERLAP_SECONDS),
  })
  .refine(({ file, env }) => (file === undefined) !== (env === undefined), { message: 'must have either file or env' });

const DeclaredTeam = z.strictObject({
  name: AccountName,
  /** Omitted limits are unlimited. */
  limits: z
    .strictObject(TeamLimits.partial().shape)
    .default({})
    .transform((limits): TeamLimits => ({ ...NO_TEAM_LIMITS, ...limits })),
  disabled: z.boolean().optional(),
  /** Credits granted by the file in total. */
  credits: z.int().min(0).max(MAX_GRANT).optional(),
  /** Hosts whose pages the team may visit. */
  hosts: z.strictObject(TeamHosts.shape).prefault({}),
  /** Secret that signs webhook deliveries. Default: derived from WEBHOOK_SECRET. */
  webhookSecret: DeclaredWebhookSecret.optional(),
  keys: z.array(DeclaredKey).max(MAX_KEYS).default([]),
});

/** TEAMS_FILE. */
export const TeamsFile = z
  .strictObject({
    /** Disables teams and revokes keys that the file created earlier and no longer contains. */
    prune: z.boolean().default(false),
    /** A file with a lower number than the last applied one is refused. */
    generation: z.int().min(0).max(MAX_GENERATION).optional(),
    teams: z.array(DeclaredTeam).max(MAX_TEAMS),
  })
  .superRefine(({ teams }, context) => {
    for (const [index, { name }] of teams.entries()) {
      if (teams.findIndex((team) => team.name === name) === index) continue;
      context.addIssue({ code: 'custom', path: ['teams', index, 'name'], message: 'must be unique' });
    }
  });
export type TeamsFile = z.output<typeof TeamsFile>;
