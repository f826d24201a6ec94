import { hostname, userInfo } from 'node:os';
import type { Actor } from '@orbweaver/persistence';
import type { AdminConfig } from './admin.config';

/** AUDIT_ACTOR, or user@host of the operating system. */
export const findActor = (config: Pick<AdminConfig, 'AUDIT_ACTOR'>): Actor => ({
  apiKeyId: null,
  name: config.AUDIT_ACTOR ?? `${userName()}@${hostname()}`,
  requestId: null,
});

/** In a container, the user may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
