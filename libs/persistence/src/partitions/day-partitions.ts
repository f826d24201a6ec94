import { v7 } from 'uuid';

export const newJobId = (): string => v7();

/** Tables partitioned by day, with the column that starts with the job's time. */
export const PARTITIONED_TABLES = {
  documents: 'page_id',
  pages: 'id',
  frontier_pages: 'id',
  frontier_refusals: 'job_id',
} as const;

export type PartitionedTable = keyof typeof PARTITIONED_TABLES;

const DAY_MS = 86_400_000;

export interface Day {
  /** 20261123 */
  name: string;
  from: string;
  to: string;
}

export function dayOf(time: Date): Day {
  const startMs = Math.floor(time.getTime() / DAY_MS) * DAY_MS;
  return {
    name: new Date(startMs).toISOString().slice(0, 10).replaceAll('-', ''),
    from: firstId(startMs),
    to: firstId(startMs + DAY_MS),
  };
}

export const dayAfter = (time: Date, days: number): Day => dayOf(new Date(time.getTime() + days * DAY_MS));

export const partitionOf = (table: PartitionedTable, day: Day): string => `${table}_${day.name}`;

/** The day in a UUIDv7; undefined for other versions. */
export function dayOfJobId(jobId: string): Day | undefined {
  if (jobId[14] !== '7') return undefined;
  return dayOf(new Date(Number.parseInt(jobId.slice(0, 8) + jobId.slice(9, 13), 16)));
}

export function dayOfPartition(name: string): Day | undefined {
  return dayNamed(/_(\d{8})$/.exec(name)?.[1] ?? '');
}

export function dayNamed(name: string): Day | undefined {
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})$/.exec(name) ?? [];
  const time = new Date(`${year}-${month}-${date}T00:00:00Z`);
  return Number.isNaN(time.getTime()) ? undefined : dayOf(time);
}

function firstId(timeMs: number): string {
  const hex = timeMs.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
