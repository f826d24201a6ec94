import { MAX_LISTED } from '@orbweaver/core';
import { z } from 'zod';
import { text } from '../bounds';
import { listQuery } from '../list-query';

const after = text(300).optional().describe('Cursor from `next`');

export const ofTeam = z.uuid().optional().describe('Only rows of this team');

export const next = z.url().optional().describe('URL of the next page');

export const adminQuery = <S extends z.ZodRawShape>(shape: S) =>
  listQuery(shape, { rows: 'rows', defaultLimit: 100, maxLimit: MAX_LISTED, after: { shown: after, read: after } });
