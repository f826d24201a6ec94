import { findPostgresPrograms } from './own-postgres';
import { restoreDrill, WAYS } from './restore';

/** `restore-main.ts PROGRAMS PAGES WAY`, with KAFKA_BROKERS and EMPTY_KAFKA_BROKERS. Started by drill.mjs. */
async function main([programs = '', pages = '', way = '']: string[]): Promise<void> {
  if (!(way in WAYS)) throw new Error(`unknown way ${way}; ways: ${Object.keys(WAYS).join(', ')}`);
  await restoreDrill(way as keyof typeof WAYS, {
    programs: programs === '' ? findPostgresPrograms() : programs,
    brokers: [process.env.KAFKA_BROKERS ?? '', process.env.EMPTY_KAFKA_BROKERS ?? ''],
    pages: Number(pages),
    say: (text) =>
      process.stdout.write(`${text}
`),
  });
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
});
