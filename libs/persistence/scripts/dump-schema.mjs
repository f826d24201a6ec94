/**
 * The schema of a migrated database as SQL, for reviews. Omits the table of migrations and the partitions of days.
 * Written from the catalog, because the embedded Postgres has no pg_dump.
 */
export async function dumpSchema(client) {
  const { rows: tables } = await client.query(TABLES);
  const { rows: functions } = await client.query(FUNCTIONS);
  return `${[HEAD, ...tables.map(tableSql), ...functions.map(({ sql }) => `${sql.trim()};`)].join('\n\n')}\n`;
}

const HEAD = '-- Generated from the migrations by scripts/migration.mjs. Do not edit.';

/** Default partitions follow their table and repeat only what is not inherited. */
const TABLES = `
  SELECT c.relname AS name, c.relpersistence = 'u' AS "isUnlogged", parent.relname AS parent,
         pg_get_partkeydef(c.oid) AS "partitionKey", c.reloptions AS options, columns.list AS columns,
         coalesce(constraints.list, '{}') AS constraints, coalesce(indexes.list, '{}') AS indexes,
         coalesce(triggers.list, '{}') AS triggers
  FROM pg_class c
  LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
  LEFT JOIN pg_class parent ON parent.oid = i.inhparent
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_object(
             'name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod), 'isRequired', a.attnotnull,
             'value', pg_get_expr(d.adbin, d.adrelid), 'isGenerated', a.attgenerated = 's', 'isIdentity', a.attidentity <> '',
             'storage', CASE WHEN a.attstorage <> t.typstorage THEN
               CASE a.attstorage WHEN 'p' THEN 'PLAIN' WHEN 'e' THEN 'EXTERNAL' WHEN 'm' THEN 'MAIN' ELSE 'EXTENDED' END END
           ) ORDER BY a.attnum) AS list
    FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) columns
  CROSS JOIN LATERAL (
    SELECT array_agg(format('CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)) ORDER BY contype DESC, conname) AS list
    FROM pg_constraint WHERE conrelid = c.oid AND contype IN ('p', 'u', 'f', 'c', 'x') AND conparentid = 0
                         AND coninhcount = 0) constraints
  CROSS JOIN LATERAL (
    SELECT array_agg(pg_get_indexdef(x.indexrelid) ORDER BY x.indexrelid::regclass::text) AS list
    FROM pg_index x WHERE x.indrelid = c.oid
      AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = x.indexrelid AND contype IN ('p', 'u', 'x'))
      AND NOT EXISTS (SELECT 1 FROM pg_inherits WHERE inhrelid = x.indexrelid)) indexes
  CROSS JOIN LATERAL (
    SELECT array_agg(pg_get_triggerdef(oid) ORDER BY tgname) AS list
    FROM pg_trigger WHERE tgrelid = c.oid AND NOT tgisinternal) triggers
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> '_prisma_migrations'
    AND (parent.oid IS NULL OR pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT')
  ORDER BY c.relname`;

const FUNCTIONS = `
  SELECT pg_get_functiondef(oid) AS sql FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY proname, oid`;

function tableSql({ name, isUnlogged, parent, partitionKey, options, columns, constraints, indexes, triggers }) {
  const body = [...columns.map(columnSql), ...constraints].map((line) => `  ${line}`).join(',\n');
  const create =
    parent === null
      ? `CREATE ${isUnlogged ? 'UNLOGGED ' : ''}TABLE ${name} (\n${body}\n)${partitionKey === null ? '' : ` PARTITION BY ${partitionKey}`}`
      : `CREATE TABLE ${name} PARTITION OF ${parent} DEFAULT`;
  const settings = [
    options === null ? [] : [`ALTER TABLE ${name} SET (${options.join(', ')});`],
    parent === null ? [] : constraints.map((constraint) => `ALTER TABLE ${name} ADD ${constraint};`),
    columns
      .filter(({ storage }) => storage !== null)
      .map(({ name: column, storage }) => `ALTER TABLE ${name} ALTER COLUMN ${column} SET STORAGE ${storage};`),
  ].flat();
  return [`${create};`, ...settings, ...indexes.map((index) => `${index};`), ...triggers.map((one) => `${one};`)].join(
    '\n',
  );
}

function columnSql({ name, type, isRequired, value, isGenerated, isIdentity }) {
  const filled = isGenerated ? ` GENERATED ALWAYS AS (${value}) STORED` : value === null ? '' : ` DEFAULT ${value}`;
  return `${name} ${type}${isRequired ? ' NOT NULL' : ''}${filled}${isIdentity ? ' GENERATED ALWAYS AS IDENTITY' : ''}`;
}
