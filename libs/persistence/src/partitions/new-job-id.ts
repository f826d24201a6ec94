import { v7 } from 'uuid';

/** A UUID that begins with the time, in milliseconds: what is stored of jobs lies in partitions by day. */
export const newJobId = (): string => v7();
