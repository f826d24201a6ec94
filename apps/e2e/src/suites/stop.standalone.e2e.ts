import {
  descendantsOf,
  type FixtureSite,
  isSameStillRunning,
  processesNaming,
  startFixtureSite,
} from '@orbweaver/testing';
import { fetchDocuments, requestJob, waitForDocuments } from '../harness/jobs';
import { waitUntilEnded } from '../harness/service-process';
import { startStandalone } from '../harness/start-standalone';
import type { System } from '../harness/system';

const ENDS_WITHIN_MS = 20_000;

describe('Ctrl-C', () => {
  let site: FixtureSite;
  let system: System;
  beforeAll(async () => {
    site = await startFixtureSite();
    system = await startStandalone();
  });
  afterAll(async () => {
    await system.stop();
    await site.close();
  });

  it('in the middle of work ends the process and everything that it started, and keeps the data', async () => {
    const api = system.api();
    const scrape = { url: `${site.main}/plain`, formats: ['screenshot'] };
    expect((await api.post('/v2/scrape', scrape)).status).toBe(200);
    const id = await requestJob(api, '/v2/crawl', { url: `${site.main}/calendar/`, limit: 2000 });
    await waitForDocuments(api, `/v2/crawl/${id}`, 5);

    const { pid } = system.process('standalone');
    const children = descendantsOf(pid);
    const commands = children.map((child) => child.command).join('\n');
    expect(commands).toMatch(/postgres/);
    expect(commands).toMatch(/chrom/i);

    // The terminal sends it to the whole group of the process.
    process.kill(-pid, 'SIGINT');
    await waitUntilEnded(pid, ENDS_WITHIN_MS);
    expect(children.filter(isSameStillRunning).map((child) => child.command)).toEqual([]);
    expect(processesNaming(system.directory).map((left) => left.command)).toEqual([]);

    await system.restart('standalone');
    expect((await fetchDocuments(api, `/v2/crawl/${id}`)).length).toBeGreaterThanOrEqual(5);
    await api.delete(`/v2/crawl/${id}`);
  });
});
