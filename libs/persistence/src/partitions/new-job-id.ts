import { v7 } from 'uuid';

/** A UUIDv7, whose time selects the partition. */
export const newJobId = (): string => v7();
