/** `node -r typescript-hook.cjs file.ts`: runs TypeScript as jest does, for tests that start a process. */
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { transformSync } = require('@swc/core');
const swcOptions = require('./swc-options.cjs');

const libs = path.resolve(__dirname, '..');
const resolve = Module._resolveFilename;

Module._resolveFilename = function resolveFromSource(request, ...rest) {
  const [, name] = /^@orbweaver\/([^/]+)$/.exec(request) ?? [];
  return resolve.call(this, name === undefined ? request : path.join(libs, name, 'src/index.ts'), ...rest);
};

require.extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), { ...swcOptions, filename, swcrc: false });
  module._compile(code, filename);
};
