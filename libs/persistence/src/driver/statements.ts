import type { CustomTypesConfig, QueryConfig, QueryResult } from 'pg';
import { types } from 'pg';
import { Prisma } from '../generated/client';

/** A statement as it is written: a template, whose values become parameters, or one that was put together before. */
type Statement = TemplateStringsArray | Prisma.Sql;

/** Sends raw statements. The names are those of Prisma's client, whose handles may be used as well. */
export interface Queryable {
  /** The rows. `int8` comes as bigint, `bytea` as Buffer, times as Date. */
  $queryRaw<T = unknown>(statement: Statement, ...values: unknown[]): Promise<T>;
  /** The number of rows that it changed. */
  $executeRaw(statement: Statement, ...values: unknown[]): Promise<number>;
}

/** What sends a statement: a connection, or a pool that chooses one. */
export interface Sender {
  query(statement: string | QueryConfig): Promise<QueryResult>;
}

/** A statement that a process has sent this often is hot: from then on each connection prepares it. */
const HOT_AFTER = 8;
/** Statements put together from lists have no end of texts. A prepared one takes some 100 KB of its connection. */
const MAX_KNOWN = 400;

const { INT8, NUMERIC, DATE } = types.builtins;

const PARSERS = new Map<number, (text: string) => unknown>([
  [INT8, BigInt],
  [NUMERIC, Number],
  [DATE, (text) => new Date(`${text}T00:00:00Z`)],
]);

export const typeParsers: CustomTypesConfig = {
  getTypeParser: ((id: number, format: 'text' | 'binary') =>
    (format === 'binary' ? undefined : PARSERS.get(id)) ?? types.getTypeParser(id, format)) as never,
};

interface KnownStatement {
  sent: number;
  name: string;
}

/** By text. One for all databases of a process: names only have to differ on each connection. */
const known = new Map<string, KnownStatement>();

/** The name under which a hot statement is prepared; undefined for one that is sent seldom. */
function preparedName(text: string): string | undefined {
  let statement = known.get(text);
  if (statement === undefined) {
    if (known.size >= MAX_KNOWN) return undefined;
    statement = { sent: 0, name: `hot_${known.size}` };
    known.set(text, statement);
  }
  statement.sent += 1;
  return statement.sent > HOT_AFTER ? statement.name : undefined;
}

/** Sends bytes as bytes, and times with their zone. */
const toParameter = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/** @param isDirect false: a pooler may give every statement another connection, which has not prepared it */
export function statementsOf(sender: Sender, isDirect: boolean): Queryable {
  const send = (statement: Statement, values: readonly unknown[]): Promise<QueryResult> => {
    const { text, values: parameters } = 'raw' in statement ? Prisma.sql(statement, ...values) : statement;
    const name = isDirect ? preparedName(text) : undefined;
    return sender.query({ text, values: parameters.map(toParameter), ...(name === undefined ? {} : { name }) });
  };
  return {
    $queryRaw: async <T>(statement: Statement, ...values: unknown[]) => (await send(statement, values)).rows as T,
    $executeRaw: async (statement: Statement, ...values: unknown[]) => (await send(statement, values)).rowCount ?? 0,
  };
}
