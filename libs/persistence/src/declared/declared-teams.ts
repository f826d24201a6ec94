import type { KeyRight, TeamHosts, TeamLimits } from '@orbweaver/core';
import type { DeclaredWebhookSecret } from '../access/declared-webhook-secret';
import type { HostChanges } from '../admin/compare-hosts';
import type { FieldChanges } from '../note-change';

export interface DeclaredKey {
  name: string;
  /** See hashApiKey. */
  hash: string;
  rights: readonly KeyRight[];
  networks: readonly string[];
  expiresAt: Date | null;
}

export interface DeclaredTeam {
  name: string;
  limits: TeamLimits;
  hosts: TeamHosts;
  /** Undefined: as it is, so that a restart does not enable a team that was disabled by hand. */
  isDisabled?: boolean | undefined;
  /** Credits granted by the file in total. Undefined: not managed by the file. */
  credits: number | undefined;
  /** Undefined: a derived secret. */
  webhookSecret?: DeclaredWebhookSecret | undefined;
  keys: readonly DeclaredKey[];
}

export interface DeclaredTeams {
  /** Identifies the content of the file and its secrets, in every release. */
  digest: string;
  /** Disables teams and revokes keys that the file created earlier and no longer contains. */
  prune: boolean;
  /** A file with a lower number than the last applied one is refused. Default: 0. */
  generation?: number | undefined;
  teams: readonly DeclaredTeam[];
}

/** A difference between the file and the database. `team` is a name. */
export type TeamChange =
  | { kind: 'add-team'; team: string; declared: DeclaredTeam }
  | { kind: 'set-limits'; team: string; teamId: string; limits: TeamLimits; changes: FieldChanges }
  | { kind: 'set-hosts'; team: string; teamId: string | undefined; hosts: TeamHosts; changes: HostChanges }
  /** `secret` is undefined for a return to a derived secret. */
  | {
      kind: 'set-webhook-secret';
      team: string;
      teamId: string | undefined;
      secret: DeclaredWebhookSecret | undefined;
    }
  | { kind: 'disable-team' | 'enable-team'; team: string; teamId: string }
  /** `amount` is negative if the file reduces the credits. `teamId` is undefined for a team that is added too. */
  | { kind: 'grant-credits'; team: string; teamId: string | undefined; amount: number; total: number }
  | { kind: 'add-key'; team: string; teamId: string | undefined; key: DeclaredKey }
  | { kind: 'set-key'; team: string; teamId: string; keyId: string; key: DeclaredKey; changes: FieldChanges }
  | { kind: 'revoke-key'; team: string; name: string; keyId: string }
  /** Not applied: revoked keys are not restored, and keys do not change their team. */
  | { kind: 'conflict'; team: string; key: string; reason: 'revoked' | 'of-another-team' };
