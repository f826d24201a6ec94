import { MAX_LISTED } from '@orbweaver/core';
import { z } from 'zod';
import { text } from '../bounds';
import { listQuery } from '../list-query';

/** What the lists of the admin API share. */

const after = text(300).optional().describe('Where to go on, as `next` has it');

/** Of a query: only rows of one team. */
export const ofTeam = z.uuid().optional().describe('Only of this team');

/** Of an answer: the address of the next page. */
export const next = z.url().optional().describe('More are there');

export const adminQuery = <S extends z.ZodRawShape>(shape: S) =>
  listQuery(shape, { rows: 'Rows', defaultLimit: 100, maxLimit: MAX_LISTED, after: { shown: after, read: after } });
