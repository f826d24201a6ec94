import { makePages } from '../make-pages';
import { readPages } from '../read-pages';
import { serveSites } from './site';

/** A process of its own, so that its CPU time is nobody's. Says the address of `start('NAME', 1)` on its first line. */
async function main(): Promise<void> {
  const [folder, every] = process.argv.slice(2);
  const site = await serveSites(folder === undefined ? makePages(300) : readPages(folder, Number(every ?? 1)));
  process.send?.({ origin: new URL(site.start('x', 1)).origin });
  process.on('disconnect', () => process.exit());
}

void main();
