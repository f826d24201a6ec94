/** All suites that need no running system, as one project per package. */
const { existsSync, readdirSync } = require('node:fs');
const path = require('node:path');
const preset = require('./jest-preset.cjs');

const root = path.resolve(__dirname, '../..');
const configs = ['libs', 'apps'].flatMap((dir) =>
  readdirSync(path.join(root, dir))
    .filter((name) => name !== 'e2e')
    .map((name) => path.join(root, dir, name, 'jest.config.cjs')),
);

module.exports = {
  rootDir: root,
  // Without this file, which would match every suite a second time.
  projects: configs.filter((config) => config !== __filename && existsSync(config)),
  // Jest ignores the timeouts of projects.
  testTimeout: preset.testTimeout,
};
