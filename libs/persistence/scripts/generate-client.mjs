// Generates the Prisma client. Prisma's commands download the schema engine, which `generate` does not use; naming any
// existing file as the engine prevents it.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const cli = path.join(path.dirname(require.resolve('prisma/package.json')), 'build/index.js');
execFileSync(process.execPath, [cli, 'generate'], {
  cwd: path.resolve(import.meta.dirname, '..'),
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
    ...process.env,
  },
});
