import path from 'node:path';
import { until } from '@orbweaver/testing';
import { WatchedCrawl } from '../drills/watched-crawl';
import { addTeam, adminEnv, runCommand } from '../harness/run-admin';
import { startStandalone } from '../harness/start-standalone';
import type { System } from '../harness/system';

const PAGES = 120;

describe('orbweaver backup and restore', () => {
  let system: System;
  let crawl: WatchedCrawl | undefined;
  afterAll(async () => {
    await crawl?.close();
    await system.stop();
  });

  it('continues a crawl on an empty machine from a backup of its middle', async () => {
    system = await startStandalone();
    const api = system.api(await addTeam(system));
    crawl = await WatchedCrawl.start(api, PAGES);
    await crawl.waitForPart(() => api, 1 / 3);
    const folder = path.join(system.directory, 'backup');
    await runCommand(['backup', folder], adminEnv(system));
    const saved = await crawl.completed(api);
    await crawl.waitForPart(() => api, 2 / 3);

    await system.kill('standalone');
    const DATA_DIR = path.join(system.directory, 'new-data');
    await runCommand(['restore', folder], { ...adminEnv(system), DATA_DIR });
    await system.restart('standalone', 0, { DATA_DIR });

    // The same key reads the job.
    const restored = await crawl.completed(api);
    expect(restored).toBeLessThan((PAGES * 2) / 3);
    expect(restored).toBeLessThanOrEqual(saved + PAGES / 3);
    await until('more documents', async () => (await crawl!.completed(api)) > restored, 60_000);
    await crawl.expectEveryPageOnce(api);
  }, 240_000);
});
