import { accessSync, constants, statSync } from 'node:fs';
import { availableParallelism, homedir, totalmem } from 'node:os';
import { join } from 'node:path';
import { createEgressGuard } from '@orbweaver/egress';
import {
  durationWithin,
  egressAllow,
  egressDeny,
  egressFields,
  flag,
  platformConfig,
  proxyList,
} from '@orbweaver/platform';
import { z } from 'zod';

const MIB = 1024 * 1024;
/** Memory of a typical page in the browser: 250 to 500 MB measured on real pages, a third of that on light ones. */
const MEMORY_PER_SLOT_MIB = 300;
const MEMORY_BEFORE_SLOTS_MIB = 700;

const count = z.coerce.number().int().min(1);

/** Checked at start-up, before the first page needs a browser. */
const executable = z.string().refine(isExecutable, 'must be a file that can be executed');

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Missing or not executable: the same mistake.
    return false;
  }
}

/** The browser of root runs as a user without access to root's home. */
function usualCacheDir(): string {
  const shared = '/var/cache';
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    try {
      accessSync(shared, constants.W_OK);
      return join(shared, 'orbweaver');
    } catch {
      // The folder cannot be created or is read-only: use the home.
    }
  }
  return join(homedir(), '.cache', 'orbweaver');
}

function memoryMib(): number {
  const limit = process.constrainedMemory();
  // Without a limit the value is 0 or huge, depending on the system.
  return Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY) / MIB;
}

/** Half of the memory: two browsers run during a replacement. */
function usualBrowserMemoryMib(): number {
  return Math.floor(Math.max(768, Math.min(4096, memoryMib() / 2)));
}

/** Two per core, because a page waits for the network about half of its time; limited by memory. */
function usualBrowserSlots(): number {
  const byMemory = Math.floor((memoryMib() - MEMORY_BEFORE_SLOTS_MIB) / MEMORY_PER_SLOT_MIB);
  return Math.max(1, Math.min(availableParallelism() * 2, byMemory));
}

/** Up to three such processes run next to the browser. */
function usualFileMemoryMib(): number {
  return Math.floor(Math.max(384, Math.min(1024, memoryMib() / 6)));
}

/** Defaults that depend on the machine are described in words, so that the generated tables are the same everywhere. */
export const rendererConfig = z.object({
  CHROMIUM_PATH: executable
    .optional()
    .describe('Path of Chromium or Chrome. By default it is searched for, unpacked from npm, or downloaded.'),
  RENDERER_CACHE_DIR: z
    .string()
    .optional()
    .transform((dir) => dir ?? usualCacheDir())
    .describe(
      'Directory for a browser from npm or a download. Default: `~/.cache/orbweaver`; for root `/var/cache/orbweaver`, which the unprivileged browser user can read.',
    ),
  RENDERER_REQUIRE_SANDBOX: flag
    .prefault('false')
    .describe(
      "Refuse to render unless Chromium's own sandbox works. By default pages are rendered without it, with a warning at start-up, where it does not work.",
    ),
  RENDERER_HTTP_SLOTS: count
    .default(32)
    .describe('Maximum number of concurrent HTTP fetches. A fetch without data for one second does not count.'),
  RENDERER_BROWSER_SLOTS: count
    .optional()
    .transform((slots) => slots ?? usualBrowserSlots())
    .describe('Maximum number of pages open in the browser. Default: two per core, fewer when memory is short.'),
  RENDERER_INTERACTIVE_PERCENT: z.coerce
    .number()
    .int()
    .min(0)
    .max(90)
    .default(25)
    .describe('Percentage of slots reserved for single scrapes; crawls and batches do not use them.'),
  RENDERER_EXTRACTION_THREADS: count
    .optional()
    .transform((threads) => threads ?? Math.max(2, availableParallelism() - 1))
    .describe('Extraction threads. Default: one per core minus one, at least two.'),
  RENDERER_EXTRACTION_HEAP_MIB: z.coerce
    .number()
    .int()
    .min(64)
    .default(512)
    .describe('Heap limit of an extraction thread.'),
  RENDERER_CONTENT_CONFIDENCE: flag
    .prefault('false')
    .describe(
      'Add `contentKind` and `contentConfidence` to the metadata: the kind of page, and the probability (0 to 1) that its main content is right.',
    ),
  RENDERER_FILE_PROCESSES: count
    .default(2)
    .describe('Maximum number of processes for PDFs and office documents. They start on demand.'),
  RENDERER_FILE_MEMORY_MIB: count
    .min(256)
    .optional()
    .transform((limitMib) => limitMib ?? usualFileMemoryMib())
    .describe(
      'Memory limit of a process for PDFs and office documents. Beyond it the process is killed and the file fails. Default: a sixth of the memory, at most 1024.',
    ),
  RENDERER_MAX_PAGE_MIB: count.max(48).default(32).describe('Maximum size of a page or file, decompressed.'),
  RENDERER_BROWSER_MAX_PAGES: count.default(100).describe('Number of pages after which a browser is replaced.'),
  RENDERER_BROWSER_MAX_AGE: durationWithin(1_000).prefault('30m').describe('Age at which a browser is replaced.'),
  RENDERER_BROWSER_MAX_MEMORY_MIB: count
    .min(256)
    .optional()
    .transform((limitMib) => limitMib ?? usualBrowserMemoryMib())
    .describe(
      'Memory of all processes of a browser at which it is replaced. A single page is closed at half of it. Default: half of the memory, at most 4096.',
    ),
  ...egressFields,
  PROXY_STEALTH: proxyList.describe(
    'Comma-separated proxies for pages with `proxy: stealth`, and for pages with `auto` that the site refused. A page through one of them costs 5 credits.',
  ),
  DRAIN_TIMEOUT: platformConfig.shape.DRAIN_TIMEOUT,
  EGRESS_ALLOW: egressAllow((allow) => createEgressGuard({ allow })),
  EGRESS_DENY: egressDeny((deny) => createEgressGuard({ deny })),
});

/** Time limits of calls to the browser. Calls take tenths of a second; on an overloaded machine they took seconds. */
export const BROWSER_TIME_LIMITS = {
  /** All attempts at one launch together. */
  launchMs: 30_000,
  /** Each test launch of the search. */
  probeMs: 30_000,
  /** Closing a browser before it is killed. */
  closeMs: 3_000,
  /** The regular check for hung browsers. */
  answerMs: 30_000,
  /** Opening and closing a page. */
  page: { openMs: 30_000, closeMs: 10_000 },
  /** A DevTools call. Longer than any page, whose deadline ends its calls. */
  protocolMs: 10 * 60_000,
  /** A page in the cluster. Longer than any page, whose deadline ends it. */
  clusterJobMs: 15 * 60_000,
};

/** Time for aborting the remaining pages, publishing their results, and closing browsers, threads and sockets. */
const CLOSING_MS = 2500;

export function pagePatienceMs({ DRAIN_TIMEOUT: drainMs }: Pick<RendererConfig, 'DRAIN_TIMEOUT'>): number {
  return Math.max(drainMs / 2, drainMs - CLOSING_MS);
}

export type RendererConfig = z.infer<typeof rendererConfig>;
