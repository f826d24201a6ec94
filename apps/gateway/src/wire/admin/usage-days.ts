import { type KeyUsage, type UsageCursor, usageCursorOf } from '@orbweaver/persistence';
import { z } from 'zod';
import { refuseCursor } from '../cursor';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

export const parseDay = (text: string | undefined) => (text === undefined ? undefined : new Date(`${text}T00:00:00Z`));
export const formatDay = (day: Date) => day.toISOString().slice(0, 10);
export const defaultFrom = (to: Date) => new Date(to.getTime() - DEFAULT_DAYS * DAY_MS);

const usageCursor = z.tuple([z.uuid(), z.iso.date(), z.uuid()]);

/** @throws ApiError 400 */
export function readUsageCursor(text: string): UsageCursor {
  const parts = usageCursor.safeParse(text.split('.'));
  if (!parts.success) throw refuseCursor(text);
  const [teamId, day, keyId] = parts.data;
  return { teamId, day: new Date(`${day}T00:00:00Z`), keyId };
}

export function writeUsageCursor(last: KeyUsage): string {
  const { teamId, day, keyId } = usageCursorOf(last);
  return `${teamId}.${formatDay(day)}.${keyId}`;
}
