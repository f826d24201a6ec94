import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { ApiClient } from '../harness/api-client';
import { browserFor, DeployedApps } from '../harness/deployed-apps';
import {
  findFreePort,
  killService,
  type ServiceProcess,
  spawnService,
  waitUntilReady,
} from '../harness/service-process';
import { makeDirectory } from '../harness/workspace';

const KEY = 'key-of-the-standalone-image';
const READY_WITHIN_MS = 10_000;
const ORDINARY_USER = 1000;

describe('the folder of the standalone image', () => {
  let apps: DeployedApps;
  let service: ServiceProcess | undefined;
  const directory = makeDirectory();
  const data = path.join(directory, 'data');

  beforeAll(async () => {
    apps = await DeployedApps.make(['standalone']);
    chmodSync(directory, 0o755);
    mkdirSync(data, { mode: 0o700 });
    if (process.getuid?.() === 0) chownSync(data, ORDINARY_USER, ORDINARY_USER);
  }, 300_000);

  afterAll(async () => {
    if (service !== undefined) await killService(service, 'SIGTERM');
    apps?.remove();
  });

  /** As `docker run` does: read-only files, an ordinary user and a volume. */
  const start = async (): Promise<ApiClient> => {
    const port = await findFreePort();
    service = spawnService({
      role: 'standalone',
      index: 0,
      entry: apps.entryOf('standalone'),
      url: `http://127.0.0.1:${port}`,
      logFile: path.join(directory, 'standalone.log'),
      confined: true,
      env: {
        NODE_ENV: 'production',
        HOME: '/tmp',
        DATA_DIR: data,
        PORT: String(port),
        BOOTSTRAP_API_KEY: KEY,
        CHROMIUM_PATH: await browserFor(directory),
      },
    });
    await waitUntilReady(service);
    return new ApiClient([service.url], KEY);
  };

  it('is ready within ten seconds, renders a page, and keeps its jobs', async () => {
    const from = performance.now();
    const first = await start();
    expect(performance.now() - from).toBeLessThan(READY_WITHIN_MS);
    const url = 'http://welcome.orbweaver.internal/';
    const scraped = await first.post('/v2/scrape', { url, waitFor: 1 });
    expect(scraped).toMatchObject({ status: 200, body: { data: { markdown: expect.stringContaining('Orbweaver') } } });
    const { id } = (await first.post('/v2/batch/scrape', { urls: [url] })).body;
    if (service !== undefined) await killService(service, 'SIGTERM');
    const second = await start();
    expect(await second.get(`/v2/batch/scrape/${id}`)).toMatchObject({ status: 200, body: { total: 1 } });
  });
});
