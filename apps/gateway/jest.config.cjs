module.exports = require('../../libs/tooling/jest-preset.cjs')(__dirname, { testTimeout: 30_000 });
