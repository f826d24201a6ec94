import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const SCRIPT = path.resolve(__dirname, '../../scripts/check-migrations.mjs');
const OUTSIDE = '-- outside a transaction\n';

const cases: [sql: string, fault: RegExp | undefined][] = [
  ['CREATE INDEX i ON pages (url);', /require-concurrent-index-creation/],
  ['CREATE TABLE neu (id UUID PRIMARY KEY, n INT); CREATE INDEX i ON neu (n);', undefined],
  ['CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON pages (url);', /CONCURRENTLY works only outside/],
  [`${OUTSIDE}CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON pages (url);`, undefined],
  [`${OUTSIDE}CREATE INDEX CONCURRENTLY i ON pages (url);`, /prefer-robust-stmts/],
  [`${OUTSIDE}CREATE INDEX i ON pages (url);`, /require-concurrent-index-creation/],
  [
    `${OUTSIDE}CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON a (b); CREATE INDEX CONCURRENTLY IF NOT EXISTS j ON a (c);`,
    /has 2 statements/,
  ],
  ['DROP INDEX i;', /require-concurrent-index-deletion/],
  [`${OUTSIDE}DROP INDEX CONCURRENTLY IF EXISTS i;`, undefined],
  ['ALTER TABLE jobs ADD COLUMN x INT;', undefined],
  ['ALTER TABLE jobs ADD COLUMN x INT NOT NULL DEFAULT 1;', undefined],
  ['ALTER TABLE jobs ADD COLUMN x UUID DEFAULT gen_random_uuid();', /adding-field-with-default/],
  ['ALTER TABLE jobs ADD COLUMN x INT NOT NULL;', /adding-required-field/],
  ['ALTER TABLE jobs ALTER COLUMN state TYPE VARCHAR(9);', /changing-column-type/],
  ['ALTER TABLE jobs ALTER COLUMN error SET NOT NULL;', /adding-not-nullable-field/],
  ['ALTER TABLE pages ADD CONSTRAINT f FOREIGN KEY (job_id) REFERENCES jobs (id);', /adding-foreign-key-constraint/],
  ['ALTER TABLE pages ADD CONSTRAINT f FOREIGN KEY (job_id) REFERENCES pages (id) NOT VALID;', undefined],
  ['ALTER TABLE pages ADD CONSTRAINT f FOREIGN KEY (job_id) REFERENCES jobs (id) NOT VALID;', /locks pages, jobs/],
  ['ALTER TABLE jobs ADD COLUMN x INT; ALTER TABLE "pages" ADD COLUMN x INT;', /locks jobs, pages/],
  [
    'ALTER TABLE jobs ADD COLUMN x INT; CREATE TABLE neu (id UUID PRIMARY KEY); ALTER TABLE neu ADD COLUMN n INT;',
    undefined,
  ],
  [`${OUTSIDE}ALTER TABLE pages VALIDATE CONSTRAINT f;`, undefined],
  ['ALTER TABLE jobs ADD CONSTRAINT c CHECK (completed >= 0);', /constraint-missing-not-valid/],
  ['ALTER TABLE jobs ADD CONSTRAINT u UNIQUE (team_id);', /disallowed-unique-constraint/],
  ['ALTER TABLE jobs DROP COLUMN error;', /ban-drop-column/],
  ['ALTER TABLE jobs RENAME COLUMN error TO fault;', /renaming-column/],
  ['ALTER TABLE jobs RENAME TO work;', /renaming-table/],
  ['DROP TABLE jobs;', /ban-drop-table/],
  [
    '-- No release uses it since 0.3.\n-- squawk-ignore ban-drop-column\nALTER TABLE jobs DROP COLUMN error;',
    undefined,
  ],
  ["UPDATE jobs SET state = 'x';", /UPDATE is slow/],
  ['DELETE FROM jobs;', /DELETE is slow/],
  ['TRUNCATE page_cache;', /TRUNCATE is slow/],
  ['DO $$ BEGIN UPDATE jobs SET completed = 0; END $$;', /DO is slow/],
  [`${OUTSIDE}DO $$ BEGIN UPDATE jobs SET completed = 0; END $$;`, /DO without COMMIT/],
  [`${OUTSIDE}DO $$ BEGIN LOOP UPDATE jobs SET completed = 0; EXIT; COMMIT; END LOOP; END $$;`, undefined],
  [`${OUTSIDE}UPDATE jobs SET completed = 0;`, /UPDATE is not allowed/],
];

describe('check-migrations', () => {
  const script = `
    import { findFaults } from ${JSON.stringify(pathToFileURL(SCRIPT).href)};
    console.log(JSON.stringify(${JSON.stringify(cases.map(([sql]) => sql))}.map((sql) => findFaults('it', sql))));`;
  const found = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }),
  ) as string[][];

  it.each(cases.map(([sql, fault], at) => ({ sql, fault, faults: found[at] })))(
    `reports for $sql: $fault`,
    ({ fault, faults }) => {
      if (fault === undefined) expect(faults).toEqual([]);
      else expect(faults!.join('\n')).toMatch(fault);
    },
  );
});
