/**
 * The suites against a running system. ORBWEAVER_E2E says which; `npm test` of the workspace sets it. With `images` the
 * suites of the folders that images are made of run, which start a system of their own.
 */
const system = process.env.ORBWEAVER_E2E;
const otherSystems = ['standalone', 'kafka', 'images'].filter((name) => name !== system);
/** `npm test` names a Python where there is one. */
const withoutPython = process.env.ORBWEAVER_PYTHON === undefined ? ['python-client\\.'] : [];
/** And a PgBouncer, unless all suites run over one. */
const withoutPooler =
  process.env.ORBWEAVER_PGBOUNCER === undefined || process.env.ORBWEAVER_E2E_POOLER !== undefined ? ['/pooler\\.'] : [];

module.exports = require('../../libs/tooling/jest-preset.cjs')(__dirname, {
  displayName: `e2e ${system}`,
  testMatch: [`<rootDir>/src/**/*${system === 'images' ? '.images' : ''}.e2e.ts`],
  testPathIgnorePatterns: [`\\.(${otherSystems.join('|')})\\.e2e\\.ts$`, ...withoutPython, ...withoutPooler],
  globalSetup: '<rootDir>/src/harness/global-setup.ts',
  globalTeardown: '<rootDir>/src/harness/global-teardown.ts',
  maxWorkers: 1,
  testTimeout: 90_000,
});
