/** Every suite that needs no running system: one jest, one project a package. */
const { existsSync, readdirSync } = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '../..');
const packages = ['libs', 'apps'].flatMap((dir) =>
  readdirSync(path.join(root, dir)).map((name) => path.join(root, dir, name)),
);

module.exports = {
  rootDir: root,
  projects: packages.filter((dir) => !dir.endsWith('e2e') && existsSync(path.join(dir, 'jest.config.cjs'))),
};
