module.exports = require('../../libs/tooling/jest-preset.cjs')(__dirname);
