// Usage: node scripts/keep-release.mjs. Records the statements of this build for testing the next release's migrations.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
require('../../tooling/typescript-hook.cjs');
await require('../test/previous-release/keep-release.ts').keepRelease();
