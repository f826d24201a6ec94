// Checks the browser's seccomp profile: readable by Docker and Kubernetes, open for Chromium's sandbox, closed for
// known escapes.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';

/** Flags of mount, cgroup, UTS and IPC namespaces; for clone the time flag is a signal. */
const CLOSED_NAMESPACES = { clone: 0x0e020000, unshare: 0x0e020080 };
const NEEDED = ['chroot', 'clone', 'unshare', 'seccomp', 'prctl', 'socket', 'execve', 'futex'];
const REFUSED = ['mount', 'setns', 'pivot_root', 'ptrace', 'bpf', 'io_uring_setup', 'keyctl', 'userfaultfd', 'clone3'];
/** Domain and, for netlink, the route protocol: others open nf_tables in a user namespace. */
const SOCKETS = ['0=1', '0=2', '0=10', '0=16 2=0'];

export function checkSeccompProfile(file) {
  const profile = JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  const problems = [];
  if (profile.defaultAction !== 'SCMP_ACT_ERRNO') problems.push('allows what it does not name');
  const allowed = profile.syscalls.filter(({ action }) => action === 'SCMP_ACT_ALLOW');
  const rulesOf = (name) => allowed.filter(({ names }) => names.includes(name));
  for (const name of NEEDED) if (rulesOf(name).length === 0) problems.push(`refuses ${name}, which the browser needs`);
  for (const name of REFUSED) if (rulesOf(name).length > 0) problems.push(`allows ${name}`);
  for (const rule of profile.syscalls) {
    // containerd ignores these fields and allows the calls to everyone.
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
