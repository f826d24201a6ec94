import { type KeyRight, rightsOfRole, type TeamRole } from '@orbweaver/core';
import { type Database, Prisma, type Transaction } from '../database';
import type { Actor } from '../note-change';
import { insertKey, markRevoked } from './keys';

/** A person, as identified by an OpenID Connect provider. */
export interface Person {
  issuer: string;
  subject: string;
  name: string;
}

export interface ConsoleSession {
  person: Person;
  /** Enabled teams that the person may choose. */
  teams: { id: string; name: string; role: TeamRole }[];
}

export interface NewSession {
  person: Person;
  /** The roles of the person by team id. */
  roles: Readonly<Record<string, TeamRole>>;
  /** The team of the key; one of `roles`, or any team for a key with the right `admin` only. */
  teamId: string;
  isAdmin: boolean;
  expiresAt: Date;
}

/** Sessions from before roles have none; their persons are owners. */
const ROLES = Prisma.sql`(
  SELECT coalesce(jsonb_object_agg(id, coalesce(s.roles->>id::text, 'owner')), '{}') FROM unnest(s.team_ids) id)`;

/** The limit of names of keys. */
const MAX_NAME_CHARS = 100;

/** Adds a session with its key, and deletes expired sessions. Returns the secret of the key. */
export function startConsoleSession(
  database: Database,
  requestId: string | null,
  session: NewSession,
): Promise<string> {
  const actor: Actor = { apiKeyId: null, name: session.person.name, requestId };
  return database.$transaction((transaction) => insertSession(transaction, actor, session));
}

/**
 * Replaces the key of a session by one of another team, with the rights of the person's role there and the same expiry. Undefined if the session has
 * ended, or the person may not choose the team. Of concurrent calls for a session, one succeeds.
 */
export function moveConsoleSession(
  database: Database,
  actor: Actor,
  { keyId, teamId }: { keyId: string; teamId: string },
): Promise<{ secret: string; expiresAt: Date } | undefined> {
  return database.$transaction(async (transaction) => {
    const [row] = await transaction.$queryRaw<(Omit<NewSession, 'person'> & Person)[]>`
      SELECT s.issuer, s.subject, s.person AS name, ${ROLES} AS roles, 'admin' = ANY (k.rights) AS "isAdmin",
             k.expires_at AS "expiresAt"
      FROM api_keys k JOIN console_sessions s ON s.key_id = k.id
      WHERE k.id = ${keyId}::uuid AND k.revoked_at IS NULL AND k.expires_at > now()
        AND EXISTS (SELECT FROM teams t
                    WHERE t.id = ${teamId}::uuid AND t.id = ANY (s.team_ids) AND t.disabled_at IS NULL)
      FOR UPDATE OF k`;
    if (row === undefined) return undefined;
    await markRevoked(transaction, actor, keyId);
    const { issuer, subject, name, ...session } = row;
    const person = { issuer, subject, name };
    const secret = await insertSession(transaction, actor, { ...session, person, teamId });
    return { secret, expiresAt: session.expiresAt };
  });
}

/** The session of a key; undefined for other keys. */
export async function readConsoleSession(database: Database, keyId: string): Promise<ConsoleSession | undefined> {
  const [row] = await database.$queryRaw<(Person & Pick<ConsoleSession, 'teams'>)[]>`
    SELECT s.issuer, s.subject, s.person AS name,
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'role', coalesce(s.roles->>t.id::text, 'owner')) ORDER BY t.name)
                     FROM teams t WHERE t.id = ANY (s.team_ids) AND t.disabled_at IS NULL), '[]') AS teams
    FROM console_sessions s WHERE s.key_id = ${keyId}::uuid`;
  if (row === undefined) return undefined;
  const { teams, ...person } = row;
  return { person, teams };
}

async function insertSession(transaction: Transaction, actor: Actor, session: NewSession): Promise<string> {
  const { person, roles, teamId, isAdmin, expiresAt } = session;
  const role = roles[teamId];
  const rights: KeyRight[] = [
    ...(role === undefined ? [] : rightsOfRole(role)),
    ...(isAdmin ? ['admin' as const] : []),
  ];
  await transaction.$executeRaw`
    DELETE FROM console_sessions s USING api_keys k WHERE k.id = s.key_id AND k.expires_at < now()`;
  const name = `Console: ${person.name}`.slice(0, MAX_NAME_CHARS);
  // Names can be changed at some providers; the subject identifies the person.
  const noted = { issuer: person.issuer, subject: person.subject };
  const added = await insertKey(transaction, actor, { teamId, rights, expiresAt, name }, noted);
  if (added === undefined) throw new Error(`Unknown team ${teamId}`);
  await transaction.$executeRaw`
    INSERT INTO console_sessions (key_id, issuer, subject, person, team_ids, roles)
    VALUES (${added.key.id}::uuid, ${person.issuer}, ${person.subject}, ${person.name},
            ${Object.keys(roles)}::uuid[], ${JSON.stringify(roles)}::jsonb)`;
  return added.secret;
}
