import { hostname } from 'node:os';
import { type Actor, processActor } from '@orbweaver/persistence';

/** Actor of changes during start-up in the audit log. */
export const startActor = (): Actor => processActor(`start of ${process.pid}@${hostname()}`);
