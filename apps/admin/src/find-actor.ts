import { hostname, userInfo } from 'node:os';
import type { Actor } from '@orbweaver/persistence';
import type { AdminConfig } from './admin.config';

/** Who runs the command: AUDIT_ACTOR, or the user of the operating system at this machine. */
export const findActor = (config: Pick<AdminConfig, 'AUDIT_ACTOR'>): Actor => ({
  apiKeyId: null,
  name: config.AUDIT_ACTOR ?? `${userName()}@${hostname()}`,
  requestId: null,
});

/** In a container the user may have a number only. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
