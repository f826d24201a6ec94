import { listPartitions, type RunSql } from './add-partitions';
import type { PartitionedTable } from './day-partitions';

interface IndexOf {
  name: string;
  isValid: boolean;
  shape: string;
}

/**
 * Creates missing indexes of the default partition in every partition of a day, one by one without blocking. Later
 * partitions are copied as a whole. Idempotent.
 */
export async function copyIndexes(run: RunSql): Promise<void> {
  for (const [table, partition] of await listDays(run)) {
    const there = await listIndexes(run, partition);
    for (const { name, shape, isValid } of await listIndexes(run, defaultOf(table))) {
      const copy = there.find((one) => one.shape === shape);
      if (!isValid || copy?.isValid) continue;
      if (copy !== undefined) await run(`DROP INDEX CONCURRENTLY IF EXISTS "${copy.name}"`);
      await run(definition(shape, `${partition}${name.slice(defaultOf(table).length)}`, partition));
    }
  }
}

export async function dropCopiesOfIndex(run: RunSql, index: string): Promise<void> {
  for (const [table, partition] of await listDays(run)) {
    const shape = (await listIndexes(run, defaultOf(table))).find(({ name }) => name === index)?.shape;
    const copies = (await listIndexes(run, partition)).filter((one) => one.shape === shape);
    for (const { name } of copies) await run(`DROP INDEX CONCURRENTLY IF EXISTS "${name}"`);
  }
}

const defaultOf = (table: PartitionedTable): string => `${table}_default`;

async function listDays(run: RunSql): Promise<[PartitionedTable, string][]> {
  const tables = [...(await listPartitions(run))];
  return tables.flatMap(([table, names]) =>
    names.filter((name) => name !== defaultOf(table)).map((name): [PartitionedTable, string] => [table, name]),
  );
}

const HEAD = /^CREATE (UNIQUE )?INDEX \S+ ON (?:ONLY )?\S+ /;

async function listIndexes(run: RunSql, table: string): Promise<IndexOf[]> {
  const rows = await run<{ name: string; valid: boolean; definition: string }>(`
    SELECT relname AS name, indisvalid AS valid, pg_get_indexdef(indexrelid) AS definition
    FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
    WHERE indrelid = to_regclass('${table}') ORDER BY relname`);
  return rows.map((row) => ({
    name: row.name,
    isValid: row.valid,
    shape: row.definition.replace(HEAD, (_, unique = '') => `CREATE ${unique}INDEX `),
  }));
}

const definition = (shape: string, name: string, table: string): string =>
  shape.replace(/INDEX /, () => `INDEX CONCURRENTLY IF NOT EXISTS "${name}" ON "${table}" `);
