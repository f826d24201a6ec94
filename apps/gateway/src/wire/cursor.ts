import { z } from 'zod';
import { type ApiError, refuseField } from '../errors/api-error';
import { quoteGiven } from '../errors/wording';

/** Position in a list ordered by time and id. */
export interface Cursor {
  createdAt: Date;
  id: string;
}

const uuid = z.uuid();

/** The value of `after`. */
export const writeCursor = ({ createdAt, id }: Cursor): string => `${createdAt.getTime()}.${id}`;

/** @throws ApiError 400 */
export function readCursor(text: string): Cursor {
  const [, ms, id] = /^(\d{1,15})\.(.+)$/.exec(text) ?? [];
  if (ms === undefined || id === undefined || !uuid.safeParse(id).success) throw refuseCursor(text);
  const createdAt = new Date(Number(ms));
  if (Number.isNaN(createdAt.getTime()) || createdAt.getUTCFullYear() > 9999) throw refuseCursor(text);
  return { createdAt, id };
}

/** 400 for an invalid `after`. */
export const refuseCursor = (text: string): ApiError =>
  refuseField(['after'], `Must be the cursor from \`next\` of this list, not ${quoteGiven(text)}`);
