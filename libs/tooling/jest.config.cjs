/** Every suite that needs no running system: one jest, one project a package. */
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
  // Without this very file: as a project of its own it would match every suite once more.
  projects: configs.filter((config) => config !== __filename && existsSync(config)),
  // Jest takes it from here only, not from the projects.
  testTimeout: preset.testTimeout,
};
