import { z } from 'zod';
import { writtenInt } from './bounds';

interface ListBounds<Shown extends z.ZodType, Read extends z.ZodType> {
  /** What the list has: `Events`. */
  rows: string;
  defaultLimit: number;
  maxLimit: number;
  /** Where the list goes on. */
  after: { shown: Shown; read: Read };
}

/**
 * The query of a list, twice: `shown` for the API document, and `read` for requests, in which every value is a text and
 * an unknown parameter is a fault. `shape`: what both have besides.
 */
export const listQuery = <S extends z.ZodRawShape, Shown extends z.ZodType, Read extends z.ZodType>(
  shape: S,
  { rows, defaultLimit, maxLimit, after }: ListBounds<Shown, Read>,
) => ({
  shown: z.object({
    ...shape,
    limit: z.int().min(1).max(maxLimit).default(defaultLimit).describe(`${rows} at most`),
    after: after.shown,
  }),
  read: z.strictObject({ ...shape, limit: writtenInt(1, maxLimit).default(defaultLimit), after: after.read }),
});
