// Usage: node scripts/check-migrations.mjs. Fails for migrations that hold locks for long or remove something that the
// previous release uses (CI).
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const NOT_ABOUT_LOCKS = [
  'ban-char-field',
  'identifier-too-long',
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-identity',
  'prefer-text-field',
  'prefer-timestamptz',
  'require-lock-timeout',
  'require-statement-timeout',
];

/** Statements that are fast for tables of any size. The linter checks indexes and tables in detail. */
const IN_TRANSACTION = new Set([
  'ALTER_INDEX',
  'ALTER_SEQUENCE',
  'ALTER_TABLE',
  'COMMENT_ON',
  'CREATE_FUNCTION',
  'CREATE_INDEX',
  'CREATE_SEQUENCE',
  'CREATE_TABLE',
  'CREATE_TYPE',
  'CREATE_VIEW',
  'DROP_FUNCTION',
  'DROP_TABLE',
  'DROP_VIEW',
  'SET',
]);

/** Slow statements that block no others. A DO commits after each step. */
const OUTSIDE_TRANSACTION = new Set(['ALTER_TABLE', 'CREATE_INDEX', 'DO', 'DROP_INDEX']);
const OUTSIDE = /^-- outside a transaction\b/i;

export function findFaults(name, sql) {
  const isOutside = OUTSIDE.test(sql);
  const flags = isOutside ? [] : ['--assume-in-transaction'];
  const found = JSON.parse(
    squawk(['--reporter', 'json', '--pg-version', '13', '-e', NOT_ABOUT_LOCKS.join(','), ...flags], sql),
  );
  const faults = found
    .filter(({ rule_name: rule }) => rule !== 'prefer-robust-stmts' || !/\bVALIDATE CONSTRAINT\b/i.test(sql))
    .map(({ line, rule_name: rule, message }) => `${name}:${line + 1}: ${rule}: ${message}`);
  const types = JSON.parse(squawk(['--debug', 'ast'], sql)).stmts.map(({ type }) => type);
  for (const type of types) {
    if ((isOutside ? OUTSIDE_TRANSACTION : IN_TRANSACTION).has(type)) continue;
    const where = isOutside
      ? 'is not allowed outside a transaction'
      : 'is slow and holds its locks until the end; do it in steps, outside a transaction';
    faults.push(`${name}: ${type} ${where}`);
  }
  if (!isOutside && /\bCONCURRENTLY\b/i.test(sql))
    faults.push(`${name}: CONCURRENTLY works only outside a transaction`);
  const locked = isOutside ? [] : findLockedTables(sql);
  if (locked.length > 1)
    faults.push(
      `${name}: locks ${locked.join(', ')}; locking several tables can deadlock with services; use one migration per table`,
    );
  if (isOutside && types.length !== 1)
    faults.push(`${name}: has ${types.length} statements; outside a transaction a migration has one statement`);
  if (isOutside && types.includes('DO') && !/\bCOMMIT\b/i.test(sql))
    faults.push(`${name}: DO without COMMIT is one transaction; commit after every step`);
  return faults;
}

/** Existing tables that the migration locks against reads or writes. */
function findLockedTables(sql) {
  const named = (pattern) => [...sql.matchAll(pattern)].map(([, name]) => name.toLowerCase());
  const created = named(/\bCREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?/gi);
  const altered = named(/\b(?:ALTER|DROP)\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?"?(\w+)"?/gi);
  const referenced = named(/\bREFERENCES\s+"?(\w+)"?/gi);
  return [...new Set([...altered, ...referenced])].filter((name) => !created.includes(name));
}

function squawk(args, input) {
  const fromLinter = createRequire(createRequire(import.meta.url).resolve('squawk-cli/package.json'));
  const manifest = fromLinter.resolve(`@squawk-cli/${process.platform}-${process.arch}/package.json`);
  const program = path.join(path.dirname(manifest), 'bin/squawk');
  try {
    return execFileSync(program, args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'inherit'] });
  } catch (error) {
    if (error.status === 1 && error.stdout) return error.stdout;
    throw error;
  }
}

if (process.argv[1] === import.meta.filename) {
  const { LAST_UNCHECKED_MIGRATION, listMigrations, MIGRATIONS_DIR } = createRequire(import.meta.url)(
    '../dist/migrations/deploy-migrations.js',
  );
  const faults = (await listMigrations())
    .filter((name) => name > LAST_UNCHECKED_MIGRATION)
    .flatMap((name) => findFaults(name, readFileSync(path.join(MIGRATIONS_DIR, name, 'migration.sql'), 'utf8')));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) {
    console.error('Alternatives: libs/persistence/README.md, "A table or column".');
    process.exitCode = 1;
  }
}
