import { TeamRole } from '@orbweaver/core';
import { z } from 'zod';
import { type ConfigRule, commaList } from './config';
import { durationWithin } from './durations';

/** A team without a role makes members of the group owners. */
const GroupTeam = z.union([
  z.string().transform((team) => ({ team, role: 'owner' as const })),
  z.strictObject({ team: z.string(), role: TeamRole }),
]);
const Teams = z.record(z.string(), z.union([GroupTeam.transform((team) => [team]), z.array(GroupTeam)]));

/** `{ group: [teams with roles] }` */
const teamsOfGroups = z
  .string()
  .transform((text, context) => {
    const teams = Teams.safeParse(parseJson(text));
    if (teams.success) return teams.data;
    context.addIssue({
      code: 'custom',
      message:
        'must be a JSON object such as {"engineering":["search",{"team":"data","role":"viewer"}]}; roles are owner, developer and viewer',
    });
    return z.NEVER;
  })
  .optional();

export const signOnFields = {
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Issuer URL of an OpenID Connect provider, such as `https://login.example.com/realms/main`. With it people sign in to the console at this provider. Its redirect URI is `<PUBLIC_URL>/console/sign-on/callback`',
    ),
  OIDC_CLIENT_ID: z.string().optional().describe('Client id of the service at the provider'),
  OIDC_CLIENT_SECRET: z.string().optional().describe('Client secret. Without it the service is a public client (PKCE)'),
  OIDC_SCOPES: z
    .string()
    .default('openid profile email')
    .describe('Scopes to request, separated by spaces. Some providers return groups only for an additional scope'),
  OIDC_GROUPS_CLAIM: z
    .string()
    .default('groups')
    .describe('Claim with the groups of a person. A path for nested claims, such as `realm_access.roles`'),
  OIDC_TEAMS: teamsOfGroups.describe(
    'Teams of each group, by name or id, as JSON: `{"engineering":["search",{"team":"data","role":"viewer"}],"*":["sandbox"]}`. Roles: `owner` (default), `developer`, `viewer`. `*` applies to everybody whom the provider signs in',
  ),
  OIDC_AUDIENCE: z
    .string()
    .optional()
    .describe(
      'Audience of access tokens (JWT) of the provider that the admin API accepts instead of a key, if their groups claim contains a group of `OIDC_ADMIN_GROUPS`. Default: no access tokens',
    ),
  OIDC_ADMIN_GROUPS: commaList.prefault('').describe('Comma list of groups whose members get the right `admin`'),
  OIDC_SESSION_LIFETIME: durationWithin(60_000, 30 * 24 * 3_600_000)
    .prefault('8h')
    .describe('Time after which people sign in again'),
  OIDC_TIMEOUT: durationWithin(500, 120_000).prefault('10s').describe('Time limit for one response of the provider'),
};

const fields = z.object(signOnFields);
export type SignOnConfig = z.infer<typeof fields>;

export const requireCompleteSignOn: ConfigRule = (isSet) => [
  ...(isSet('OIDC_ISSUER') === isSet('OIDC_CLIENT_ID') ? [] : ['OIDC_ISSUER and OIDC_CLIENT_ID: set both or neither']),
  ...(isSet('OIDC_ISSUER') && !isSet('OIDC_TEAMS') && !isSet('OIDC_ADMIN_GROUPS')
    ? ['OIDC_TEAMS or OIDC_ADMIN_GROUPS: required with OIDC_ISSUER, otherwise nobody gets a team']
    : []),
  ...(isSet('OIDC_AUDIENCE') && !(isSet('OIDC_ISSUER') && isSet('OIDC_ADMIN_GROUPS'))
    ? ['OIDC_AUDIENCE: requires OIDC_ISSUER and OIDC_ADMIN_GROUPS']
    : []),
];

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
