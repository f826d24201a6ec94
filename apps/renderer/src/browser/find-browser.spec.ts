import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepLog } from '../fixture/quiet-log';
import { BrowserNotFoundError, findBrowser } from './find-browser';
import { unpackShippedBrowser } from './shipped-browser';

jest.setTimeout(120_000);

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'find-browser-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe('findBrowser', () => {
  it('unpacks the browser from npm once, also for two that ask at the same time', async () => {
    const [one, other] = await Promise.all([unpackShippedBrowser(folder), unpackShippedBrowser(folder)]);
    expect(one).toEqual(other);
    expect(existsSync(one!.executablePath)).toBe(true);
    expect(readdirSync(folder)).toHaveLength(1);
    const { log, events } = keepLog();
    const found = await findBrowser({ chromiumPath: undefined, cacheDir: folder, log });
    expect(found.version).toMatch(/^\d+\.\d+/);
    expect(events.find(({ event }) => event === 'browser-found')?.fields).toMatchObject({ source: found.source });
    expect(events.some(({ event }) => event === 'browser-sandbox-off')).toBe(!found.sandbox);
  });

  it('takes the configured browser or none, and says what was wrong with it', async () => {
    const path = join(folder, 'chromium');
    await writeFile(path, '#!/bin/sh\necho I am no browser >&2\nexit 3\n', { mode: 0o755 });
    const { log } = keepLog();
    const search = findBrowser({ chromiumPath: path, cacheDir: folder, log });
    await expect(search).rejects.toBeInstanceOf(BrowserNotFoundError);
    await expect(search).rejects.toThrow(path);
    expect(readdirSync(folder)).toEqual(['chromium']);
  });
});
