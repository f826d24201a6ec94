import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Confinement {
  seccomp: boolean;
  /** `own`: the namespace of a container or pod. */
  userNamespace: 'own' | 'host';
  obstacles: string[];
}

/** Kernel settings with the value that forbids namespaces. The last two exist on Debian and Ubuntu only. */
const SWITCHES: [name: string, refuses: string][] = [
  ['user.max_user_namespaces', '0'],
  ['kernel.unprivileged_userns_clone', '0'],
  ['kernel.apparmor_restrict_unprivileged_userns', '1'],
];

const SECCOMP_ADVICE =
  'the seccomp profile may forbid namespaces, as most container engines do by default: docker/seccomp/chromium.json allows them';

/** @param proc mount point of procfs. Unreadable values count as absent, as on other systems than Linux. */
export async function readConfinement(proc = '/proc'): Promise<Confinement> {
  const read = (path: string) => readFile(join(proc, path), 'utf8').catch(() => '');
  const [status, idMap, ...values] = await Promise.all([
    read('self/status'),
    read('self/uid_map'),
    ...SWITCHES.map(([name]) => read(`sys/${name.replace('.', '/')}`)),
  ]);
  const seccomp = /^Seccomp:\s+2$/m.test(status);
  const refusing = SWITCHES.filter(([, refuses], index) => values[index]?.trim() === refuses);
  return {
    seccomp,
    userNamespace: idMap === '' || /^\s*0\s+0\s+4294967295\s*$/.test(idMap) ? 'host' : 'own',
    obstacles: [...refusing.map(([name, value]) => `${name} is ${value}`), ...(seccomp ? [SECCOMP_ADVICE] : [])],
  };
}
