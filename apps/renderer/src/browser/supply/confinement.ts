import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How the kernel holds this process, as far as the browser's sandbox depends on it. */
export interface Confinement {
  /** Whether system calls are filtered. */
  seccomp: boolean;
  /** `own`: that of a container or pod, apart from the machine's. */
  userNamespace: 'own' | 'host';
  /** What may keep this process from making the namespaces that the sandbox consists of. */
  obstacles: string[];
}

/** Of the machine, with the value that refuses. The last two are Debian's and Ubuntu's; others do not have them. */
const SWITCHES: [name: string, refuses: string][] = [
  ['user.max_user_namespaces', '0'],
  ['kernel.unprivileged_userns_clone', '0'],
  ['kernel.apparmor_restrict_unprivileged_userns', '1'],
];

const SECCOMP_ADVICE =
  'system calls are filtered, and the usual profiles of container engines refuse namespaces: docker/seccomp/chromium.json allows them';

/** @param proc where procfs is. What cannot be read there, as on other systems than Linux, counts as absent. */
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
