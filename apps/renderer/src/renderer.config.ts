import { availableParallelism, homedir, totalmem } from 'node:os';
import { join } from 'node:path';
import { createEgressGuard } from '@orbweaver/egress';
import { egressAllow, platformConfig } from '@orbweaver/platform';
import { z } from 'zod';

const MIB = 1024 * 1024;
/** What a page of ordinary size takes in the browser (250 to 500 MB measured on real pages, a third of that on light ones). */
const MEMORY_PER_SLOT_MB = 300;
/** For this process and the browser's own processes. */
const MEMORY_BEFORE_SLOTS_MB = 700;

const count = z.coerce.number().int().min(1);

/** Two a core: a page waits for the network about half of its time. As many as the memory of the machine or container holds. */
function usualBrowserSlots(): number {
  const limit = process.constrainedMemory();
  // Without a limit the answer is 0 or an absurdly large number, depending on the system.
  const memoryMb = Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY) / MIB;
  const byMemory = Math.floor((memoryMb - MEMORY_BEFORE_SLOTS_MB) / MEMORY_PER_SLOT_MB);
  return Math.max(1, Math.min(availableParallelism() * 2, byMemory));
}

/** Defaults that the machine decides are said in words: the README's table is the same on every machine. */
export const rendererConfig = z.object({
  CHROMIUM_PATH: z
    .string()
    .optional()
    .describe('Chromium or Chrome to use; without it one is looked for, unpacked from npm, or downloaded'),
  RENDERER_CACHE_DIR: z
    .string()
    .optional()
    .transform((dir) => dir ?? join(homedir(), '.cache', 'orbweaver'))
    .describe('Where a browser from npm or from a download is kept; by default `~/.cache/orbweaver`'),
  RENDERER_HTTP_SLOTS: count.default(32).describe('Pages fetched at once without a browser'),
  RENDERER_BROWSER_SLOTS: count
    .optional()
    .transform((slots) => slots ?? usualBrowserSlots())
    .describe('Pages open in the browser at once; by default two a core, or fewer when memory is short'),
  RENDERER_INTERACTIVE_PERCENT: z.coerce
    .number()
    .int()
    .min(0)
    .max(90)
    .default(25)
    .describe('Share of all slots that pages of crawls and batches leave free for single scrapes'),
  RENDERER_EXTRACTION_THREADS: count
    .optional()
    .transform((threads) => threads ?? Math.max(1, availableParallelism() - 1))
    .describe('Threads that turn pages into documents; by default one a core, less one'),
  RENDERER_EXTRACTION_HEAP_MB: z.coerce.number().int().min(64).default(512).describe('Memory of each such thread'),
  RENDERER_MAX_PAGE_MB: count.max(48).default(32).describe('Largest page or file that is taken, decompressed'),
  RENDERER_BROWSER_MAX_PAGES: count.default(100).describe('Pages after which a browser is replaced by a fresh one'),
  RENDERER_BROWSER_MAX_AGE_MINUTES: count.default(30).describe('Age at which a browser is replaced'),
  DRAIN_TIMEOUT_MS: platformConfig.shape.DRAIN_TIMEOUT_MS,
  EGRESS_ALLOW: egressAllow((allow) => createEgressGuard({ allow })),
});

/** For giving up the pages that are left, and for ending browsers, threads and sockets. */
const MAX_CLOSING_MS = 10_000;

/** How long running pages may go on when the process is told to stop. */
export function pagePatienceMs({ DRAIN_TIMEOUT_MS: drainMs }: Pick<RendererConfig, 'DRAIN_TIMEOUT_MS'>): number {
  return drainMs - Math.min(drainMs / 5, MAX_CLOSING_MS);
}

export type RendererConfig = z.infer<typeof rendererConfig>;
