import { runProcess } from '@orbweaver/platform';

type Start = (args: readonly string[]) => Promise<void>;

/** Each loads its own app when it starts: a frontier does not pay for the code of the others. */
const starts: Record<string, Start> = {
  gateway: async () => runProcess([(await import('@orbweaver/gateway')).gateway]),
  frontier: async () => runProcess([(await import('@orbweaver/frontier')).frontier]),
  results: async () => runProcess([(await import('@orbweaver/results')).results]),
  admin: async (args) => (await import('@orbweaver/admin')).runCommandLine(args),
};

const ROLES = Object.keys(starts);

const ROLES_BY_NAME = `The roles are ${ROLES.slice(0, -1).join(', ')} and ${ROLES.at(-1)}.`;

/** By the arguments of the container: the role, and for admin the command that follows it. */
export function findRole(args: readonly string[]): { start(): Promise<void> } | { complaint: string } {
  const [role, ...rest] = args;
  if (role === undefined) return { complaint: `The first argument must say which role to run. ${ROLES_BY_NAME}` };
  const start = Object.hasOwn(starts, role) ? starts[role] : undefined;
  if (start === undefined) return { complaint: `There is no role "${role}". ${ROLES_BY_NAME}` };
  if (role !== 'admin' && rest.length > 0) {
    return { complaint: `The role ${role} takes no further arguments, but "${rest.join(' ')}" follows it.` };
  }
  return { start: () => start(rest) };
}
