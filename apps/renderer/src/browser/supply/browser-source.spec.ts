import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepLog } from '../../../test/quiet-log';
import { BrowserSource } from './browser-source';

jest.setTimeout(120_000);

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'browser-source-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** A path without a browser, so that the search fails at once. */
function sourceWithout(requireSandbox: boolean) {
  const { log } = keepLog();
  const chromiumPath = join(folder, 'none');
  const source = new BrowserSource({ chromiumPath, cacheDir: folder, requireSandbox, maxHeapMb: 512, log }, () =>
    Promise.reject(new Error('no proxy is needed')),
  );
  return { source };
}

describe('BrowserSource', () => {
  it('is unhealthy until the required sandbox has been tested', () => {
    expect(sourceWithout(true).source.health()).toEqual({
      healthy: false,
      reason: 'the sandbox of the browser is being tested',
    });
  });

  it('is healthy until the search fails if no sandbox is required', async () => {
    const { source } = sourceWithout(false);
    expect(source.health()).toEqual({ healthy: true });
    await expect(source.launch()).rejects.toThrow('No Chromium could be started');
    expect(source.health()).toMatchObject({ healthy: false, reason: expect.stringContaining('No Chromium') });
  });

  it('reports the cause when no browser starts in the required sandbox', async () => {
    const { source } = sourceWithout(true);
    await expect(source.launch()).rejects.toThrow('RENDERER_REQUIRE_SANDBOX');
    expect(source.health()).toMatchObject({ healthy: false, reason: expect.stringContaining('REQUIRE_SANDBOX') });
  });
});
