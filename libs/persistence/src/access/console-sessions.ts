import type { KeyRight } from '@orbweaver/core';
import type { Database } from '../database';
import type { Actor } from '../note-change';
import { insertKey } from './keys';

/** A person, as identified by an OpenID Connect provider. */
export interface Person {
  issuer: string;
  subject: string;
  name: string;
}

export interface ConsoleSession {
  person: Person;
  /** Teams that the person may choose. */
  teams: { id: string; name: string }[];
}

export interface NewSession {
  person: Person;
  teamIds: readonly string[];
  /** The team of the key; one of `teamIds`, or of any team for a key with the right `admin` only. */
  teamId: string;
  rights: readonly KeyRight[];
  expiresAt: Date;
}

/** Expired sessions remain in the list of keys for this time. */
const KEPT_DAYS = 30;
/** The limit of names of keys. */
const MAX_NAME_CHARS = 100;

/** Adds a session with its key, and deletes old sessions of the person. Returns the secret of the key. */
export function startConsoleSession(
  database: Database,
  requestId: string | null,
  { person, teamIds, ...key }: NewSession,
): Promise<string> {
  const actor: Actor = { apiKeyId: null, name: person.name, requestId };
  return database.$transaction(async (transaction) => {
    await transaction.$executeRaw`
      DELETE FROM api_keys k USING console_sessions s
      WHERE s.key_id = k.id AND s.issuer = ${person.issuer} AND s.subject = ${person.subject}
        AND k.expires_at < now() - make_interval(days => ${KEPT_DAYS}::int)`;
    const name = `Console: ${person.name}`.slice(0, MAX_NAME_CHARS);
    const added = await insertKey(transaction, actor, { ...key, name });
    if (added === undefined) throw new Error(`Unknown team ${key.teamId}`);
    await transaction.$executeRaw`
      INSERT INTO console_sessions (key_id, issuer, subject, person, team_ids)
      VALUES (${added.key.id}::uuid, ${person.issuer}, ${person.subject}, ${person.name}, ${[...teamIds]}::uuid[])`;
    return added.secret;
  });
}

/** The session of a key; undefined for other keys. */
export async function readConsoleSession(database: Database, keyId: string): Promise<ConsoleSession | undefined> {
  const [row] = await database.$queryRaw<(Person & Pick<ConsoleSession, 'teams'>)[]>`
    SELECT s.issuer, s.subject, s.person AS name,
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) ORDER BY t.name)
                     FROM teams t WHERE t.id = ANY (s.team_ids) AND t.disabled_at IS NULL), '[]') AS teams
    FROM console_sessions s WHERE s.key_id = ${keyId}::uuid`;
  if (row === undefined) return undefined;
  const { teams, ...person } = row;
  return { person, teams };
}

/** The teams with the given ids or names. */
export const findTeams = (database: Database, idsOrNames: readonly string[]): Promise<{ id: string; name: string }[]> =>
  database.$queryRaw`
    SELECT id, name FROM teams
    WHERE (id::text = ANY (${[...idsOrNames]}::text[]) OR name = ANY (${[...idsOrNames]}::text[]))
      AND disabled_at IS NULL
    ORDER BY name`;

/** The oldest team. Every installation has one from its start. */
export const findFirstTeam = (database: Database): Promise<{ id: string; name: string } | null> =>
  database.team.findFirst({ orderBy: { createdAt: 'asc' }, select: { id: true, name: true } });
