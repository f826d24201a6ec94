import { type Database, Prisma } from '../database';

/** Tables with encrypted contents. A document's metadata and content have the same key. */
export const encryptedTables = ['documents', 'enrichments', 'page_cache', 'page_history'] as const;
export type EncryptedTable = (typeof encryptedTables)[number];
/** Tables whose rows are worth deletion without their key. Documents expire, and cached pages are replaced. */
export type DeletableTable = Extract<EncryptedTable, 'enrichments' | 'page_history'>;

export interface KeyOfRow {
  /** Primary key of the row, as text. */
  id: string[];
  /** Hex; null if the row is not encrypted. */
  keyId: string | null;
}

const STEP_ROWS = 2000;
const NIL = '00000000-0000-0000-0000-000000000000';

/** See ContentCipher: marker (4), version (1), key id (8). */
const keyOfBytes = (column: Prisma.Sql) => Prisma.sql`
  CASE WHEN substring(${column} FOR 4) = '\\x00ae6f77'::bytea THEN encode(substring(${column} FROM 6 FOR 8), 'hex') END`;

/** The same in base64: {"encrypted":"AK5vdw…"} */
const keyOfJson = (column: Prisma.Sql) => Prisma.sql`
  CASE WHEN ${column}::text ~ '^\\{"encrypted":"AK5vdw[A-Za-z0-9+/]{14,}={0,2}"\\}$'
       THEN encode(substring(decode(substring(${column}::text FROM 15 FOR 20), 'base64') FROM 6 FOR 8), 'hex') END`;

const hex = (column: Prisma.Sql) => Prisma.sql`'\\x' || encode(${column}, 'hex')`;

interface Layout {
  first: readonly string[];
  select: Prisma.Sql;
  /** Compares with an id. */
  after(id: readonly string[]): Prisma.Sql;
  order: Prisma.Sql;
}

const byPage = (table: Prisma.Sql, keyId: Prisma.Sql): Layout => ({
  first: [NIL],
  select: Prisma.sql`SELECT ARRAY[page_id::text] AS id, ${keyId} AS "keyId" FROM ${table}`,
  after: ([pageId]) => Prisma.sql`page_id > ${pageId}::uuid`,
  order: Prisma.sql`page_id`,
});

const keyOfVersion = keyOfBytes(Prisma.sql`markdown`);
const keyOfMessage = keyOfBytes(Prisma.sql`message`);

const layouts: Record<EncryptedTable, Layout> = {
  documents: byPage(Prisma.sql`documents`, keyOfJson(Prisma.sql`metadata`)),
  enrichments: byPage(Prisma.sql`enrichments`, keyOfMessage),
  page_cache: {
    first: ['\\x', '', 'false', 'false'],
    select: Prisma.sql`
      SELECT ARRAY[${hex(Prisma.sql`key`)}, look, verified::text, succeeded::text] AS id,
             ${keyOfJson(Prisma.sql`capture`)} AS "keyId"
      FROM page_cache`,
    after: ([key, look, verified, succeeded]) => Prisma.sql`
      (key, look, verified, succeeded) > (${key}::bytea, ${look}, ${verified}::boolean, ${succeeded}::boolean)`,
    order: Prisma.sql`key, look, verified, succeeded`,
  },
  page_history: {
    first: [NIL, '\\x'],
    select: Prisma.sql`
      SELECT ARRAY[team_id::text, ${hex(Prisma.sql`key`)}] AS id, ${keyOfVersion} AS "keyId" FROM page_history`,
    after: ([teamId, key]) => Prisma.sql`(team_id, key) > (${teamId}::uuid, ${key}::bytea)`,
    order: Prisma.sql`team_id, key`,
  },
};

/** The keys of all rows, in steps in order of the primary key. Rows may be deleted between steps. */
export async function* readKeysOfRows(database: Database, table: EncryptedTable): AsyncGenerator<KeyOfRow[]> {
  const { first, select, after, order } = layouts[table];
  for (let last: readonly string[] | undefined = first; last !== undefined; ) {
    const rows: KeyOfRow[] =
      await database.$queryRaw`${select} WHERE ${after(last)} ORDER BY ${order} LIMIT ${STEP_ROWS}`;
    if (rows.length > 0) yield rows;
    last = rows.length < STEP_ROWS ? undefined : rows.at(-1)?.id;
  }
}

/** Deletes rows that still have the key. @returns their number */
export function deleteRowsOfKey(
  database: Database,
  table: DeletableTable,
  { ids, keyId }: { ids: readonly string[][]; keyId: string },
): Promise<number> {
  const [first, second] = [ids.map(([id]) => id!), ids.map(([, id]) => id ?? '')];
  if (table === 'enrichments') {
    return database.$executeRaw`
      DELETE FROM enrichments WHERE page_id = ANY(${first}::uuid[]) AND ${keyOfMessage} = ${keyId}`;
  }
  return database.$executeRaw`
    DELETE FROM page_history
    WHERE (team_id, key) IN (SELECT * FROM unnest(${first}::uuid[], ${second}::text[]::bytea[])) AND ${keyOfVersion} = ${keyId}`;
}
