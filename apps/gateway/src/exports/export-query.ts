import { exportFormatNames } from '@orbweaver/exports';
import { z } from 'zod';
import { readQuery } from '../errors/read-wire';
import { MAX_STORED_INT, storedInt, writtenInt } from '../wire/bounds';

const format = z.enum(exportFormatNames).default('jsonl').describe('Format of the file');

export const exportQuery = {
  /** For the OpenAPI document. */
  shown: z.object({
    format,
    skip: storedInt(0).default(0).describe('Number of documents to skip'),
    limit: storedInt(1).optional().describe('Maximum number of documents. Default: all'),
  }),
  read: z.strictObject({
    format,
    skip: writtenInt(0, MAX_STORED_INT).default(0),
    limit: writtenInt(1, MAX_STORED_INT).optional(),
  }),
};

/** @throws ApiError 400 */
export function readExportQuery(query: Record<string, unknown>): z.output<typeof exportQuery.read> {
  return readQuery(exportQuery.read, query);
}
