import { Prisma, type Transaction } from './database';

export interface Actor {
  /** The key of a request; null for the command or a starting process. */
  apiKeyId: string | null;
  /** The key's name; for the command user@host. */
  name: string;
  requestId: string | null;
}

/** A process that changes something during its start. */
export const processActor = (name: string): Actor => ({ apiKeyId: null, name, requestId: null });

export type AuditAction =
  | 'team.add'
  | 'team.set'
  | 'team.disable'
  | 'team.enable'
  | 'team.rotate-webhook-secret'
  | 'key.add'
  | 'key.set'
  | 'key.rotate'
  | 'key.revoke'
  | 'credits.grant'
  | 'job.cancel'
  | 'job.retry'
  /** An erasure was requested. */
  | 'job.erase'
  /** A requested erasure is complete. */
  | 'job.erased'
  | 'webhook.redeliver'
  | 'schedule.add'
  | 'schedule.set'
  | 'schedule.pause'
  | 'schedule.resume'
  | 'schedule.run'
  | 'schedule.delete'
  | 'dead-letters.replay'
  | 'encryption.delete'
  | 'topics.create'
  | 'migrate'
  | 'backup'
  | 'restore';

type Field = string | number | boolean | null | readonly string[];

export type FieldChanges = Record<string, { before: Field; after: Field }>;

export interface AuditEntry {
  id: number;
  at: Date;
  actor: Actor;
  action: AuditAction;
  teamId: string | null;
  /**
   * The id of the changed team, key, grant, job, schedule or webhook event; the topic of dead letters, the last migration,
   * the folder of a backup, the id of an encryption key.
   */
  target: string;
  changes: FieldChanges;
}

export async function noteChange(
  transaction: Pick<Transaction, '$executeRaw'>,
  actor: Actor,
  change: AuditChange,
): Promise<void> {
  await transaction.$executeRaw(auditEntry(actor, change));
}

type AuditChange = Pick<AuditEntry, 'action' | 'teamId' | 'target' | 'changes'>;

export const auditEntry = (actor: Actor, { action, teamId, target, changes }: AuditChange): Prisma.Sql => Prisma.sql`
    INSERT INTO audit_entries (at, api_key_id, actor, request_id, action, team_id, target, changes)
    VALUES (clock_timestamp(), ${actor.apiKeyId}::uuid, ${actor.name}, ${actor.requestId}, ${action}, ${teamId}::uuid,
            ${target}, ${JSON.stringify(changes)}::jsonb)`;

export const created = (fields: Record<string, Field>): FieldChanges =>
  Object.fromEntries(Object.entries(fields).map(([name, after]) => [name, { before: null, after }]));
