import { z } from 'zod';
import { writtenInt } from './bounds';

interface ListBounds<Shown extends z.ZodType, Read extends z.ZodType> {
  /** Noun of the rows, such as `events`. */
  rows: string;
  defaultLimit: number;
  maxLimit: number;
  after: { shown: Shown; read: Read };
}

/** The query of a list: `shown` for the API document, `read` for requests, where values are strings. @param shape filters */
export const listQuery = <S extends z.ZodRawShape, Shown extends z.ZodType, Read extends z.ZodType>(
  shape: S,
  { rows, defaultLimit, maxLimit, after }: ListBounds<Shown, Read>,
) => ({
  shown: z.object({
    ...shape,
    limit: z.int().min(1).max(maxLimit).default(defaultLimit).describe(`Maximum number of ${rows}`),
    after: after.shown,
  }),
  read: z.strictObject({ ...shape, limit: writtenInt(1, maxLimit).default(defaultLimit), after: after.read }),
});
