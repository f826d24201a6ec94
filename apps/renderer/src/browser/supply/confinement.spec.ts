import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readConfinement } from './confinement';

const HOST = '         0          0 4294967295\n';
const machine = { 'self/uid_map': HOST, 'self/status': 'Seccomp:\t0\n', 'sys/user/max_user_namespaces': '96365\n' };

describe('readConfinement', () => {
  let proc: string;
  beforeEach(async () => {
    proc = await mkdtemp(join(tmpdir(), 'confinement-'));
  });
  afterEach(() => rm(proc, { recursive: true, force: true }));

  it.each([
    ['a machine without restrictions', {}, [false, 'host', []]],
    [
      'no namespaces at all',
      { 'sys/user/max_user_namespaces': '0\n' },
      [false, 'host', [/user\.max_user_namespaces is 0/]],
    ],
    ['an older Debian', { 'sys/kernel/unprivileged_userns_clone': '0\n' }, [false, 'host', [/userns_clone is 0/]]],
    [
      'Ubuntu',
      { 'sys/kernel/apparmor_restrict_unprivileged_userns': '1\n' },
      [false, 'host', [/apparmor_restrict_unprivileged_userns is 1/]],
    ],
    [
      'a seccomp filter',
      { 'self/status': 'NoNewPrivs:\t1\nSeccomp:\t2\n' },
      [true, 'host', [/docker\/seccomp\/chromium\.json/]],
    ],
    ['a pod with a user namespace', { 'self/uid_map': '0 65536 65536\n' }, [false, 'own', []]],
  ] as const)('reports %s', async (_, files, [seccomp, userNamespace, obstacles]) => {
    for (const [name, text] of Object.entries({ ...machine, ...files })) {
      await mkdir(dirname(join(proc, name)), { recursive: true });
      await writeFile(join(proc, name), text);
    }
    const expected = obstacles.map((words) => expect.stringMatching(words));
    expect(await readConfinement(proc)).toEqual({ seccomp, userNamespace, obstacles: expected });
  });

  it('reports nothing without procfs', async () => {
    expect(await readConfinement(proc)).toEqual({ seccomp: false, userNamespace: 'host', obstacles: [] });
  });
});
