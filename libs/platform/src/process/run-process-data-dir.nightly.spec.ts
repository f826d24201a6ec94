import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '@orbweaver/testing';
import {
  ALL_SERVICES,
  isRunning,
  newDir,
  postmasterOf,
  processHarness,
  STARTS_WITHIN_MS,
  startProcess,
} from '../../test/process-harness';

const harness = processHarness();

/** The user id of `nobody` on Linux. */
const NOBODY = 65534;

describe('runProcess with a DATA_DIR', () => {
  const FILE = '/etc/passwd';
  const NO_FOLDER = path.join(tmpdir(), 'n'.repeat(300));
  it.each([
    ['is a file', FILE, 'is a file, not a folder'],
    ['lies below a file', `${FILE}/data`, 'is a file, not a folder'],
    ['lies where no folder can be made', '/proc/orbweaver/data', 'cannot be created'],
    ['has a name that is too long', NO_FOLDER, 'ENAMETOOLONG'],
  ])('rejects a DATA_DIR that %s, with and without a Postgres in it', async (_, dir, reason) => {
    for (const DATABASE_URL of ['', harness.postgres.url]) {
      const { status, err, out } = await startProcess({ services: ALL_SERVICES }, { DATA_DIR: dir, DATABASE_URL })
        .ended;
      expect({ status, err }).toEqual({
        status: 78,
        err: expect.stringMatching(new RegExp(`^invalid configuration:\\n  DATA_DIR: ${dir} cannot .*${reason}.*\\n$`)),
      });
      expect(out).not.toContain('process-failed');
    }
  });

  it('rejects a DATA_DIR of another user and names the user', async () => {
    const dir = newDir();
    // Root has access to everything, so the process runs as `nobody` if the tests run as root.
    const isRoot = process.getuid?.() === 0;
    chmodSync(dir, isRoot ? 0o755 : 0o555);
    const { status, err, out } = await startProcess(
      { services: ALL_SERVICES },
      { DATA_DIR: dir },
      isRoot ? NOBODY : undefined,
    ).ended;
    expect({ status, err }).toEqual({
      status: 78,
      err: expect.stringMatching(
        /^ {2}DATA_DIR: \S+ cannot be used: user \w+ has no write access to \S+; set it to a folder/m,
      ),
    });
    expect(out).not.toContain('process-failed');
  });

  it('rejects a DATA_DIR in use without damage, and takes it over after its process was killed', async () => {
    const dir = newDir();
    const first = startProcess({ services: ALL_SERVICES }, { DATA_DIR: dir });
    const address = await first.ready();
    const kept = readFileSync(path.join(dir, 'api-key'), 'utf8').trim();
    expect(first.output.out).toContain(`ready ${address} ${kept}`);
    const { port } = new URL(address);
    for (const PORT of [port, '0']) {
      const { status, out, err } = await startProcess({ services: ALL_SERVICES }, { DATA_DIR: dir, PORT }).ended;
      expect({ status, err }).toEqual({
        status: 78,
        err: expect.stringMatching(new RegExp(`^ {2}DATA_DIR: ${dir} is in use .*pid ${first.child.pid}`, 'm')),
      });
      expect(out).not.toContain('postgres-started');
    }
    const pid = postmasterOf(dir);
    expect(isRunning(pid)).toBe(true);

    first.child.kill('SIGKILL');
    await first.ended;
    const second = startProcess({ services: ALL_SERVICES }, { DATA_DIR: dir });
    await second.ready();
    expect(second.output.out).toContain('"reused":true');
    expect(postmasterOf(dir)).toBe(pid);
    second.child.kill('SIGTERM');
    expect(await second.ended).toMatchObject({ status: 0 });
    expect(existsSync(path.join(dir, 'postgres/pgdata/postmaster.pid'))).toBe(false);
  });

  it('exits for a restart when its Postgres exits unexpectedly', async () => {
    const dir = newDir();
    const running = startProcess({ services: ALL_SERVICES }, { DATA_DIR: dir });
    await running.ready();
    process.kill(postmasterOf(dir), 'SIGKILL');
    const { status, out } = await running.ended;
    expect(status).toBe(1);
    expect(out).toMatch(/"message":"the embedded Postgres \(pid \d+\) exited unexpectedly/);
  });

  it('stops a Postgres that is still starting', async () => {
    const dir = newDir();
    const { child, ended, output } = startProcess({ services: ALL_SERVICES }, { DATA_DIR: dir });
    const pidFile = path.join(dir, 'postgres/pgdata/postmaster.pid');
    await until('Postgres', () => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '', STARTS_WITHIN_MS);
    const pid = postmasterOf(dir);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ status: 0 });
    expect(output.out).not.toContain('ready');
    expect(isRunning(pid)).toBe(false);
  });
});
