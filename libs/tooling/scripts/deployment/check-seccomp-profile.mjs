// The browser's seccomp profile: in the form that both Docker and the container runtimes of Kubernetes read, open for
// what Chromium's sandbox is made of and closed for what would let a page out of it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';

/** Flags that a namespace of mounts, cgroups, UTS or IPC has; the one of time means a signal to clone. */
const CLOSED_NAMESPACES = { clone: 0x0e020000, unshare: 0x0e020080 };
const NEEDED = ['chroot', 'clone', 'unshare', 'seccomp', 'prctl', 'socket', 'execve', 'futex'];
const REFUSED = ['mount', 'setns', 'pivot_root', 'ptrace', 'bpf', 'io_uring_setup', 'keyctl', 'userfaultfd', 'clone3'];
/** Domain and, of netlink, the protocol for routes: another one would open nf_tables within a user namespace. */
const SOCKETS = ['0=1', '0=2', '0=10', '0=16 2=0'];

/** @returns {string[]} problems */
export function checkSeccompProfile(file) {
  const profile = JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  const problems = [];
  if (profile.defaultAction !== 'SCMP_ACT_ERRNO') problems.push('allows what it does not name');
  const allowed = profile.syscalls.filter(({ action }) => action === 'SCMP_ACT_ALLOW');
  const rulesOf = (name) => allowed.filter(({ names }) => names.includes(name));
  for (const name of NEEDED) if (rulesOf(name).length === 0) problems.push(`refuses ${name}, which the browser needs`);
  for (const name of REFUSED) if (rulesOf(name).length > 0) problems.push(`allows ${name}`);
  for (const rule of profile.syscalls) {
    // containerd drops these fields, and allows to everybody what they were to limit.
    if (rule.includes !== undefined || rule.excludes !== undefined)
      problems.push('has conditions that are not portable');
  }
  for (const [name, flags] of Object.entries(CLOSED_NAMESPACES)) {
    const isNarrow = ({ args = [] }) =>
      args.some(
        ({ index, op, value, valueTwo }) =>
          index === 0 && op === 'SCMP_CMP_MASKED_EQ' && value === flags && valueTwo === 0,
      );
    if (!rulesOf(name).every(isNarrow)) problems.push(`${name} makes other namespaces than the browser's`);
  }
  for (const { args = [] } of rulesOf('socket')) {
    const what = args.map(({ index, value }) => `${index}=${value}`).join(' ');
    if (!SOCKETS.includes(what)) problems.push(`opens sockets of another kind: ${what || 'all'}`);
  }
  return problems;
}
