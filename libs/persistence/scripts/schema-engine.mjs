// Prisma's schema engine as WebAssembly over node-postgres: diffs without downloading the native engine.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import pg from 'pg';

const require = createRequire(import.meta.url);
const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg');
const wasm = path.join(
  path.dirname(require.resolve('@prisma/schema-engine-wasm/schema_engine_bg')),
  'schema_engine_bg.wasm',
);
const { instance } = await WebAssembly.instantiate(readFileSync(wasm), { './schema_engine_bg.js': bindings });
bindings.__wbg_set_wasm(instance.exports);
instance.exports.__wbindgen_start();
globalThis.PRISMA_WASM_PANIC_REGISTRY ??= { set_message: (message) => console.error(message) };

/** OID of pg_catalog."char", which the adapter cannot type. */
const CHAR_OID = 18;
const TEXT_OID = 25;

export const filters = { externalTables: [], externalEnums: [] };

export async function openEngine(url, schemaPath) {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  pool.on('error', (error) => console.error(error.message));
  const query = pool.query.bind(pool);
  let charColumns = [];
  pool.query = async (...args) => {
    const result = await query(...args);
    charColumns = (result.fields ?? []).flatMap((field, index) => (field.dataTypeID === CHAR_OID ? [index] : []));
    for (const index of charColumns) result.fields[index].dataTypeID = TEXT_OID;
    return result;
  };
  const factory = new PrismaPg(pool);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (statement) => {
      const result = await queryRaw(statement);
      for (const index of charColumns) result.columnTypes[index] = ColumnTypeEnum.Character;
      return result;
    };
    // The adapter splits scripts at ';', which breaks function bodies.
    adapter.executeScript = (script) =>
      query(script).then(
        () => undefined,
        (error) => adapter.onError(error),
      );
    return adapter;
  };
  const datamodels = [[schemaPath, readFileSync(schemaPath, 'utf8')]];
  const engine = await bindings.SchemaEngine.new(
    { datamodels },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(factory),
  );
  return {
    engine,
    close: async () => {
      engine.free();
      await pool.end();
    },
  };
}

export function listMigrations(baseDir) {
  const names = readdirSync(baseDir, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  return {
    baseDir,
    shadowDbInitScript: '',
    lockfile: { path: 'migration_lock.toml', content: readFileSync(path.join(baseDir, 'migration_lock.toml'), 'utf8') },
    migrationDirectories: names.sort().map((name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok', value: readFileSync(path.join(baseDir, name, 'migration.sql'), 'utf8') },
      },
    })),
  };
}
