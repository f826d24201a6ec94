// node scripts/check-migrations.mjs   fails when a migration would keep readers or writers away for long, or take from
//                                     the release before what it uses (CI)
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Matters of taste, and time limits, which the runner sets for every migration. */
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

/** In a transaction: what is quick whatever a table holds. The linter looks closer at those of indexes and tables. */
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

/** Outside of one: what takes its time and keeps nobody away. A DO in steps commits after each. */
const OUTSIDE_TRANSACTION = new Set(['ALTER_TABLE', 'CREATE_INDEX', 'DO', 'DROP_INDEX']);
const OUTSIDE = /^-- outside a transaction\b/i;

/** What is wrong with a migration, a line each. `name` stands in the text. */
export function findFaults(name, sql) {
  const isOutside = OUTSIDE.test(sql);
  const flags = isOutside ? [] : ['--assume-in-transaction'];
  const found = JSON.parse(
    squawk(['--reporter', 'json', '--pg-version', '13', '-e', NOT_ABOUT_LOCKS.join(','), ...flags], sql),
  );
  const faults = found
    // Nothing becomes of a constraint that is validated twice.
    .filter(({ rule_name: rule }) => rule !== 'prefer-robust-stmts' || !/\bVALIDATE CONSTRAINT\b/i.test(sql))
    .map(({ line, rule_name: rule, message }) => `${name}:${line + 1}: ${rule}: ${message}`);
  const types = JSON.parse(squawk(['--debug', 'ast'], sql)).stmts.map(({ type }) => type);
  for (const type of types) {
    if ((isOutside ? OUTSIDE_TRANSACTION : IN_TRANSACTION).has(type)) continue;
    const where = isOutside
      ? 'has no place outside of a transaction'
      : 'takes its time, and its locks stay until the end; do it in steps, outside of a transaction';
    faults.push(`${name}: ${type} ${where}`);
  }
  if (!isOutside && /\bCONCURRENTLY\b/i.test(sql))
    faults.push(`${name}: CONCURRENTLY works outside of a transaction only`);
  const locked = isOutside ? [] : findLockedTables(sql);
  if (locked.length > 1)
    faults.push(
      `${name}: locks ${locked.join(', ')}; who holds one table and waits for another meets services in a deadlock: a migration each`,
    );
  if (isOutside && types.length !== 1)
    faults.push(`${name}: has ${types.length} statements; outside of a transaction there is one a migration`);
  if (isOutside && types.includes('DO') && !/\bCOMMIT\b/i.test(sql))
    faults.push(`${name}: DO without COMMIT is one transaction; commit after every step`);
  return faults;
}

/** Tables that are there before the migration, and that others cannot read or write meanwhile. */
function findLockedTables(sql) {
  const named = (pattern) => [...sql.matchAll(pattern)].map(([, name]) => name.toLowerCase());
  const created = named(/\bCREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?/gi);
  const altered = named(/\b(?:ALTER|DROP)\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?"?(\w+)"?/gi);
  const referenced = named(/\bREFERENCES\s+"?(\w+)"?/gi);
  return [...new Set([...altered, ...referenced])].filter((name) => !created.includes(name));
}

/** The linter of migrations, a program of this platform. It exits with 1 when it finds something. */
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
    console.error('What to write instead: libs/persistence/README.md, "A table or column".');
    process.exitCode = 1;
  }
}
