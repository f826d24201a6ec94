import { repositoryRoot } from '../harness/workspace';
import { PASSES, rollingUpgrade } from './rolling-upgrade';

/** `upgrade-main.ts OLD_ROOT OLD_NAME PAGES PASS[,PASS]`, with KAFKA_BROKERS. Started by drill.mjs. */
async function main([oldRoot = '', oldName = '', pages = '', passes = '']: string[]): Promise<void> {
  for (const pass of passes.split(',')) {
    if (!(pass in PASSES)) throw new Error(`unknown pass ${pass}; passes: ${Object.keys(PASSES).join(', ')}`);
    await rollingUpgrade(pass as keyof typeof PASSES, {
      old: { name: oldName, root: oldRoot },
      next: { name: 'this build', root: repositoryRoot },
      brokers: process.env.KAFKA_BROKERS ?? '',
      pages: Number(pages),
      say: (text) => process.stdout.write(`${text}\n`),
    });
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
});
