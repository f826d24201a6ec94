/** Black-box suites. ORBWEAVER_E2E names the system under test: standalone, kafka or images. */
const { ignoredSuites } = require('../../libs/tooling/nightly-suites.cjs');

const system = process.env.ORBWEAVER_E2E;
const otherSystems = ['standalone', 'kafka', 'images'].filter((name) => name !== system);
const { ORBWEAVER_PYTHON, ORBWEAVER_PGBOUNCER, ORBWEAVER_E2E_POOLER } = process.env;

module.exports = require('../../libs/tooling/jest-preset.cjs')(__dirname, {
  displayName: `e2e ${system}`,
  // Suites of images start their own systems.
  testMatch: [`<rootDir>/src/**/*${system === 'images' ? '.images' : ''}.e2e.ts`],
  testPathIgnorePatterns: [
    ...ignoredSuites(system),
    `\\.(?:${otherSystems.join('|')})\\.(?:nightly\\.)?e2e\\.ts$`,
    ...(ORBWEAVER_PYTHON === undefined ? ['python-client\\.'] : []),
    // With ORBWEAVER_E2E_POOLER every suite runs through PgBouncer.
    ...(ORBWEAVER_PGBOUNCER === undefined || ORBWEAVER_E2E_POOLER !== undefined ? ['/pooler\\.'] : []),
  ],
  globalSetup: '<rootDir>/src/harness/global-setup.ts',
  globalTeardown: '<rootDir>/src/harness/global-teardown.ts',
  maxWorkers: 1,
  testTimeout: 90_000,
});
