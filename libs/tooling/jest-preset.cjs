/**
 * One jest preset for every package: TypeScript through swc, libraries read from their source,
 * so that a test run needs no build of the packages under test.
 */
const path = require('node:path');
const swcOptions = require('./swc-options.cjs');

const root = path.resolve(__dirname, '../..');

/** Real databases, browsers and processes take their time on a busy machine; a test that hangs is found all the same. */
const TEST_TIMEOUT_MS = 60_000;

module.exports = function preset(packageDir, overrides = {}) {
  return {
    displayName: path.relative(root, packageDir),
    rootDir: packageDir,
    testEnvironment: 'node',
    testMatch: ['<rootDir>/{src,test}/**/*.spec.ts'],
    testTimeout: TEST_TIMEOUT_MS,
    moduleNameMapper: { '^@orbweaver/([^/]+)$': path.join(root, 'libs/$1/src') },
    transform: {
      '^.+\\.ts$': [require.resolve('@swc/jest'), { ...swcOptions, sourceMaps: 'inline' }],
    },
    ...overrides,
  };
};

module.exports.testTimeout = TEST_TIMEOUT_MS;
