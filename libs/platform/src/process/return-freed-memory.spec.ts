import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** Frees 300 MB in pieces of 64 KiB between which every hundredth stays, so that the C library keeps them. */
const script = `
  const { setTimeout: sleep } = require('node:timers/promises');
  const { returnFreedMemory } = require('./return-freed-memory.ts');
  function fragment() {
    const pieces = Array.from({ length: 4800 }, () => Buffer.allocUnsafeSlow(64 * 1024).fill(1));
    return pieces.filter((_, index) => index % 100 === 0);
  }
  const megabytes = () => process.memoryUsage().rss / 1e6;
  (async () => {
    const kept = fragment();
    await sleep(100);
    gc();
    await sleep(500);
    const before = megabytes();
    const end = Date.now() + 10_000;
    returnFreedMemory({ debug: (fields) => console.error(fields) }, 100);
    while (megabytes() > before - 200 && Date.now() < end) await sleep(100);
    console.log(JSON.stringify({ before, after: megabytes(), kept: kept.length }));
  })();`;

// Elsewhere nothing is called: the function is glibc's.
const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('returns freed memory between pieces that are still used', async () => {
  const hook = path.resolve(__dirname, '../../../tooling/typescript-hook.cjs');
  const args = ['--expose-gc', '-r', hook, '-e', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: __dirname });
  const { before, after } = JSON.parse(stdout);
  expect(before - after).toBeGreaterThan(200);
});
