import { loadPages } from './load-pages';
import { serveSites } from './site';

/** Sends its origin to the parent process and exits with it. */
async function main(): Promise<void> {
  const [folder, every] = process.argv.slice(2);
  const site = await serveSites(loadPages({ ...(folder === undefined ? {} : { folder }), every: Number(every ?? 1) }));
  process.send?.({ origin: new URL(site.start('x', 1)).origin });
  process.on('disconnect', () => process.exit());
}

void main();
