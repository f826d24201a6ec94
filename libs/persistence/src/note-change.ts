import { Prisma, type Transaction } from './database';

/** Who changes something, for the audit log. */
export interface Actor {
  /** The key of a request; null: the command, or a process that starts. */
  apiKeyId: string | null;
  /** The key's name; of the command who runs it, as user@host. */
  name: string;
  /** The X-Request-Id of a request; null: there is none. */
  requestId: string | null;
}

/** Who changes something without being asked by anybody: a process that starts. */
export const processActor = (name: string): Actor => ({ apiKeyId: null, name, requestId: null });

export type AuditAction =
  | 'team.add'
  | 'team.set'
  | 'team.disable'
  | 'team.enable'
  | 'team.rotate-webhook-secret'
  | 'key.add'
  | 'key.revoke'
  | 'credits.grant'
  | 'job.cancel'
  | 'job.retry'
  | 'webhook.redeliver'
  | 'dead-letters.replay'
  | 'topics.create'
  | 'migrate';

type Field = string | number | boolean | null | readonly string[];

/** By field what it was and what it is. */
export type FieldChanges = Record<string, { before: Field; after: Field }>;

/** One change. */
export interface AuditEntry {
  /** Grows with time. */
  id: number;
  at: Date;
  actor: Actor;
  action: AuditAction;
  /** The team that what was changed belongs to; null: none. */
  teamId: string | null;
  /** The id of what was changed: of the team, the key, the grant, the job or the webhook event; of dead letters the topic, of migrations the last one. */
  target: string;
  changes: FieldChanges;
}

/** Writes a change down. Call it in the transaction of the change, so that there is none without the other. */
export async function noteChange(
  transaction: Pick<Transaction, '$executeRaw'>,
  actor: Actor,
  change: AuditChange,
): Promise<void> {
  await transaction.$executeRaw(auditEntry(actor, change));
}

type AuditChange = Pick<AuditEntry, 'action' | 'teamId' | 'target' | 'changes'>;

/** The statement, for who has a connection of his own. */
export const auditEntry = (actor: Actor, { action, teamId, target, changes }: AuditChange): Prisma.Sql => Prisma.sql`
    INSERT INTO audit_entries (at, api_key_id, actor, request_id, action, team_id, target, changes)
    VALUES (clock_timestamp(), ${actor.apiKeyId}::uuid, ${actor.name}, ${actor.requestId}, ${action}, ${teamId}::uuid,
            ${target}, ${JSON.stringify(changes)}::jsonb)`;

/** What a new thing is, as changes from nothing. */
export const created = (fields: Record<string, Field>): FieldChanges =>
  Object.fromEntries(Object.entries(fields).map(([name, after]) => [name, { before: null, after }]));
