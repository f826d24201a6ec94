import { z } from 'zod';
import { exampleId } from './examples';

const success = z.literal(true);
const count = (description: string) => z.int().min(0).describe(description);

export const ErasureAnswer = z.object({
  success,
  id: z.uuid().describe('The job'),
  status: z.enum(['erasing', 'erased']).describe('`erased`: everything is erased and the counts are final'),
  requestedAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
  by: z.string().describe('Name of the key that requested the erasure, or user of the command'),
  counts: z.object({
    documents: count('Deleted documents'),
    failures: count('Failed pages whose URL and message were erased'),
    urlLists: count('Deleted lists of URLs of a batch'),
    frontierUrls: count('Deleted URLs of the frontier, admitted and refused; set when `status` is `erased`'),
    cachedPages: count('Deleted captures of these URLs in the page cache'),
    versions: count('Deleted versions of change tracking that this job stored'),
    enrichments: count('Deleted pages that waited for the language model'),
    objects: count('Documents whose content was deleted from the object store'),
    webhookTargets: count('Erased webhook addresses with their headers'),
  }),
});

const counts = {
  documents: 120,
  failures: 3,
  urlLists: 0,
  frontierUrls: 410,
  cachedPages: 120,
  versions: 0,
  enrichments: 0,
  objects: 0,
  webhookTargets: 1,
};
const none = Object.fromEntries(Object.keys(counts).map((name) => [name, 0])) as typeof counts;
const requested = { success: true, id: exampleId, requestedAt: '2026-11-29T10:00:00.000Z', by: 'importer' };

export const erasingExample = { ...requested, status: 'erasing' as const, completedAt: null, counts: none };
export const erasedExample = {
  ...requested,
  status: 'erased' as const,
  completedAt: '2026-11-29T10:00:04.000Z',
  counts,
};
