// node scripts/migration.mjs create NAME   writes the migration from the last one to schema.prisma
// node scripts/migration.mjs snapshot      writes prisma/schema.sql, the schema that all migrations result in
// node scripts/migration.mjs check         fails if schema.prisma or schema.sql differs from the migrations (CI)
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import pg from 'pg';
import { dumpSchema } from './dump-schema.mjs';
import { filters, listMigrations, openEngine } from './schema-engine.mjs';

const require = createRequire(import.meta.url);
const { startTestDatabase } = require('@orbweaver/testing');
const root = path.resolve(import.meta.dirname, '..');
const schemaPath = path.join(root, 'prisma/schema.prisma');
const snapshotPath = path.join(root, 'prisma/schema.sql');
const migrationsDir = path.join(root, 'prisma/migrations');
const [command, name] = process.argv.slice(2);

if (command === 'check') await check();
else if (command === 'snapshot') await writeSnapshot();
else if (command === 'create' && /^[a-z0-9_]+$/.test(name ?? '')) await create();
else {
  console.error('usage: migration.mjs check | snapshot | create NAME (NAME in snake_case)');
  process.exitCode = 2;
}

async function check() {
  const { difference, snapshot } = await applyMigrations();
  if (difference !== undefined) {
    fail(`schema.prisma differs from the migrations; run: node scripts/migration.mjs create NAME\n${difference}`);
  }
  if (!existsSync(snapshotPath) || readFileSync(snapshotPath, 'utf8') !== snapshot) {
    fail('prisma/schema.sql differs from the migrations; run: node scripts/migration.mjs snapshot');
  }
  if (process.exitCode === undefined) console.log('schema.prisma and schema.sql match the migrations');
}

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}

async function create() {
  const { difference } = await applyMigrations();
  if (difference === undefined) return console.log('schema.prisma matches the migrations');
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const dir = path.join(migrationsDir, `${stamp}_${name}`);
  mkdirSync(dir);
  writeFileSync(path.join(dir, 'migration.sql'), difference);
  console.log(`wrote ${path.relative(process.cwd(), dir)}/migration.sql`);
  await writeSnapshot();
}

async function writeSnapshot() {
  writeFileSync(snapshotPath, (await applyMigrations()).snapshot);
  console.log(`wrote ${path.relative(process.cwd(), snapshotPath)}`);
}

/** Applies all migrations. Returns the schema as SQL and the SQL that is missing for schema.prisma, if any. */
async function applyMigrations() {
  const scratch = await startTestDatabase();
  try {
    const client = new pg.Client({ connectionString: scratch.url });
    await client.connect();
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await client.end();
    const { engine, close } = await openEngine(scratch.url, schemaPath);
    try {
      await engine.applyMigrations({ migrationsList: listMigrations(migrationsDir), filters });
      const snapshot = await readSnapshot(scratch.url);
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
      return { snapshot, difference: exitCode === 2 ? stdout : undefined };
    } finally {
      await close();
    }
  } finally {
    await scratch.close();
  }
}

async function readSnapshot(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await dumpSchema(client);
  } finally {
    await client.end();
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
