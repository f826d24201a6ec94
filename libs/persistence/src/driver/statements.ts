import type { CustomTypesConfig, QueryConfig, QueryResult } from 'pg';
import { types } from 'pg';
import { Prisma } from '../generated/client';

type Statement = TemplateStringsArray | Prisma.Sql;

/** Sends raw statements. Compatible with Prisma's client. */
export interface Queryable {
  /** Returns rows: `int8` as bigint, `bytea` as Buffer, times as Date. */
  $queryRaw<T = unknown>(statement: Statement, ...values: unknown[]): Promise<T>;
  $executeRaw(statement: Statement, ...values: unknown[]): Promise<number>;
}

export interface Sender {
  query(statement: string | QueryConfig): Promise<QueryResult>;
}

/** Executions per process after which connections prepare a statement. */
const HOT_AFTER = 8;
/** Composed statements have unlimited variants, and a prepared one takes some 100 KB per connection. */
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

/** By text. Shared by all databases of a process, because names are per connection. */
const known = new Map<string, KnownStatement>();

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

/** Keeps bytes binary and times with their zone. */
const toParameter = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/** @param isDirect false: a pooler may use another connection for each statement */
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
