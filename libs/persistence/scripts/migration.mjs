// node scripts/migration.mjs create NAME   writes the migration that leads from the last one to schema.prisma
// node scripts/migration.mjs check         fails when schema.prisma and the migrations differ (CI)
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import pg from 'pg';
import { filters, listMigrations, openEngine } from './schema-engine.mjs';

const require = createRequire(import.meta.url);
const { startTestDatabase } = require('@orbweaver/testing');
const root = path.resolve(import.meta.dirname, '..');
const schemaPath = path.join(root, 'prisma/schema.prisma');
const migrationsDir = path.join(root, 'prisma/migrations');
const [command, name] = process.argv.slice(2);
if (command !== 'check' && !(command === 'create' && /^[a-z0-9_]+$/.test(name ?? ''))) {
  console.error('usage: migration.mjs check | create NAME (NAME in snake_case)');
  process.exit(2);
}

const sql = await differenceToSchema();
if (sql === undefined) {
  console.log('schema.prisma matches the migrations');
} else if (command === 'check') {
  console.error(`schema.prisma differs from the migrations; run: node scripts/migration.mjs create NAME\n${sql}`);
  process.exitCode = 1;
} else {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const dir = path.join(migrationsDir, `${stamp}_${name}`);
  mkdirSync(dir);
  writeFileSync(path.join(dir, 'migration.sql'), sql);
  console.log(`wrote ${path.relative(process.cwd(), dir)}/migration.sql`);
}

/** SQL that changes a database with all migrations to the schema; undefined without a difference. */
async function differenceToSchema() {
  const scratch = await startTestDatabase();
  try {
    const client = new pg.Client({ connectionString: scratch.url });
    await client.connect();
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await client.end();
    const { engine, close } = await openEngine(scratch.url, schemaPath);
    try {
      await engine.applyMigrations({ migrationsList: listMigrations(migrationsDir), filters });
      await putDefaultPartitionsInPlace(scratch.url);
      const files = { files: [{ path: schemaPath, content: readFileSync(schemaPath, 'utf8') }] };
      const { stdout, exitCode } = await engine.diff({
        from: { tag: 'schemaDatasource', ...files, configDir: root },
        to: { tag: 'schemaDatamodel', ...files },
        script: true,
        exitCode: true,
        shadowDatabaseUrl: null,
        filters,
      });
      return exitCode === 2 ? stdout : undefined;
    } finally {
      await close();
    }
  } finally {
    await scratch.close();
  }
}

/**
 * schema.prisma describes the default partition: a partitioned table has only the primary key, and the partitions of
 * days copy the indexes of the default one.
 */
async function putDefaultPartitionsInPlace(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("SELECT relname AS name FROM pg_class WHERE relkind = 'p'");
  for (const { name } of rows) {
    const partition = `${name}_default`;
    await client.query(`ALTER TABLE "${name}" DETACH PARTITION "${partition}"; DROP TABLE "${name}";
      ALTER TABLE "${partition}" RENAME TO "${name}"`);
    const indexes = await client.query(
      'SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = $1::regclass',
      [name],
    );
    for (const index of indexes.rows)
      await client.query(`ALTER INDEX "${index.name}" RENAME TO "${name}${index.name.slice(partition.length)}"`);
  }
  await client.end();
}
