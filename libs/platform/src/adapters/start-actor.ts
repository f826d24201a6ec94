import { hostname } from 'node:os';
import { type Actor, processActor } from '@orbweaver/persistence';

/** Who changes something while this process starts, for the audit log. */
export const startActor = (): Actor => processActor(`start of ${process.pid}@${hostname()}`);
