import { z } from 'zod';
import { type ApiError, refuseField } from '../errors/api-error';
import { quoteGiven } from '../errors/describe-fault';

/** Where a list that is ordered by time and id goes on. */
export interface Place {
  createdAt: Date;
  id: string;
}

const uuid = z.uuid();

/** As `after` of a query has it. */
export const writePlace = ({ createdAt, id }: Place): string => `${createdAt.getTime()}.${id}`;

/** @throws ApiError 400 */
export function readPlace(text: string): Place {
  const [, ms, id] = /^(\d{1,15})\.(.+)$/.exec(text) ?? [];
  if (ms === undefined || id === undefined || !uuid.safeParse(id).success) throw refusePlace(text);
  const createdAt = new Date(Number(ms));
  if (Number.isNaN(createdAt.getTime()) || createdAt.getUTCFullYear() > 9999) throw refusePlace(text);
  return { createdAt, id };
}

/** 400 for an `after` that did not come from `next`. */
export const refusePlace = (text: string): ApiError =>
  refuseField(['after'], `Must be what \`next\` of this list has, not ${quoteGiven(text)}`);
