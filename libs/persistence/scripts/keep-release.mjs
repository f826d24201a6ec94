// node scripts/keep-release.mjs   keeps what this build sends to the database, for the migrations of the next release
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
require('../../tooling/typescript-hook.cjs');
await require('../test/previous-release/keep-release.ts').keepRelease();
