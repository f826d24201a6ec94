/** The jest preset of every package: compiles TypeScript with swc and reads libraries from their source, so no build is needed. */
const path = require('node:path');
const { ignoredSuites } = require('./nightly-suites.cjs');
const swcOptions = require('./swc-options.cjs');

const root = path.resolve(__dirname, '../..');

/** Real databases, browsers and processes are slow on a busy machine. */
const TEST_TIMEOUT_MS = 60_000;

/** Packages without CommonJS, which Node.js can load with `require` but jest cannot. */
const ES_MODULES = ['openid-client', 'oauth4webapi', 'jose'].join('|');

module.exports = function preset(packageDir, { testPathIgnorePatterns = [], ...overrides } = {}) {
  return {
    displayName: path.relative(root, packageDir),
    rootDir: packageDir,
    testEnvironment: 'node',
    testMatch: ['<rootDir>/{src,test}/**/*.spec.ts'],
    testPathIgnorePatterns: ['/node_modules/', ...ignoredSuites(), ...testPathIgnorePatterns],
    testTimeout: TEST_TIMEOUT_MS,
    moduleNameMapper: { '^@orbweaver/([^/]+)$': path.join(root, 'libs/$1/src') },
    transform: {
      '^.+\\.ts$': [require.resolve('@swc/jest'), { ...swcOptions, sourceMaps: 'inline' }],
      [`/(?:${ES_MODULES})/.+\\.js$`]: [require.resolve('@swc/jest'), { ...swcOptions, jsc: { target: 'es2022' } }],
    },
    transformIgnorePatterns: [`/node_modules/(?!\\.pnpm/|(?:${ES_MODULES})/)`],
    ...overrides,
  };
};

module.exports.testTimeout = TEST_TIMEOUT_MS;
