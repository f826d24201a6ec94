module.exports = require('../../libs/tooling/jest-preset.cjs')(__dirname, {
  setupFiles: ['<rootDir>/../tooling/property-seed.cjs'],
});
