import { runProcess } from '@orbweaver/platform';

type Start = (args: readonly string[]) => Promise<void>;

/** Each role loads only its own app. */
const starts: Record<string, Start> = {
  gateway: async () => runProcess([(await import('@orbweaver/gateway')).gateway]),
  frontier: async () => runProcess([(await import('@orbweaver/frontier')).frontier]),
  results: async () => runProcess([(await import('@orbweaver/results')).results]),
  admin: async (args) => (await import('@orbweaver/admin')).runCommandLine(args),
};

const ROLES = Object.keys(starts);

const ROLE_LIST = `Roles: ${ROLES.join(', ')}.`;

/** @param args of the container: the role and, for admin, a command */
export function findRole(args: readonly string[]): { start(): Promise<void> } | { error: string } {
  const [role, ...rest] = args;
  if (role === undefined) return { error: `The first argument must be a role. ${ROLE_LIST}` };
  const start = Object.hasOwn(starts, role) ? starts[role] : undefined;
  if (start === undefined) return { error: `Unknown role "${role}". ${ROLE_LIST}` };
  if (role !== 'admin' && rest.length > 0) {
    return { error: `The role ${role} takes no further arguments: "${rest.join(' ')}".` };
  }
  return { start: () => start(rest) };
}
