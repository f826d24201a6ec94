import { accessSync, constants, statSync } from 'node:fs';
import { availableParallelism, homedir, totalmem } from 'node:os';
import { join } from 'node:path';
import { createEgressGuard, parseProxyList } from '@orbweaver/egress';
import { durationWithin, egressAllow, egressDeny, flag, platformConfig } from '@orbweaver/platform';
import { z } from 'zod';

const MIB = 1024 * 1024;
/** An ordinary page's memory in the browser (250 to 500 MB measured on real pages, a third of that on light ones). */
const MEMORY_PER_SLOT_MIB = 300;
/** For this process and the browser's own processes. */
const MEMORY_BEFORE_SLOTS_MIB = 700;

const count = z.coerce.number().int().min(1);

/** Problems name the entry's place, not its text, which may hold credentials. */
const proxyList = z
  .string()
  .default('')
  .transform((text, context) => {
    try {
      return parseProxyList(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
      return z.NEVER;
    }
  });

/** Checked at the start; otherwise the first page that needs a browser would fail. */
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

/** Root's home is closed to the user that root's browser runs as. */
function usualCacheDir(): string {
  const shared = '/var/cache';
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    try {
      accessSync(shared, constants.W_OK);
      return join(shared, 'orbweaver');
    } catch {
      // The folder cannot be made, or its file system is read-only: the home is used.
    }
  }
  return join(homedir(), '.cache', 'orbweaver');
}

/** The memory of the machine or of the container. */
function memoryMib(): number {
  const limit = process.constrainedMemory();
  // Without a limit the value is 0 or absurdly large, depending on the system.
  return Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY) / MIB;
}

/** Two browsers run while one is replaced. */
function usualBrowserMemoryMib(): number {
  return Math.floor(Math.max(768, Math.min(4096, memoryMib() / 2)));
}

/**
 * Two a core, because a page waits for the network about half of its time; as many as the memory of the machine or
 * container holds.
 */
function usualBrowserSlots(): number {
  const byMemory = Math.floor((memoryMib() - MEMORY_BEFORE_SLOTS_MIB) / MEMORY_PER_SLOT_MIB);
  return Math.max(1, Math.min(availableParallelism() * 2, byMemory));
}

/** Two of them, and a third for a while, beside the browser. */
function usualFileMemoryMib(): number {
  return Math.floor(Math.max(384, Math.min(1024, memoryMib() / 6)));
}

/** Defaults that the machine decides are described in words, so that the documentation is the same everywhere. */
export const rendererConfig = z.object({
  CHROMIUM_PATH: executable
    .optional()
    .describe('Chromium or Chrome to use; without it one is looked for, unpacked from npm, or downloaded'),
  RENDERER_CACHE_DIR: z
    .string()
    .optional()
    .transform((dir) => dir ?? usualCacheDir())
    .describe(
      'Where a browser from npm or from a download is kept; by default `~/.cache/orbweaver`, for root `/var/cache/orbweaver`, where the user that the browser runs as can come to it',
    ),
  RENDERER_REQUIRE_SANDBOX: flag
    .prefault('false')
    .describe(
      "Whether pages are rendered in Chromium's own sandbox or not at all; otherwise they are rendered without it, with a warning at the start, where it does not work",
    ),
  RENDERER_HTTP_SLOTS: count
    .default(32)
    .describe('Pages fetched at once without a browser; one whose site has been silent for a second counts no more'),
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
    .transform((threads) => threads ?? Math.max(2, availableParallelism() - 1))
    .describe('Threads that turn pages into documents; by default one a core, less one, and never fewer than two'),
  RENDERER_EXTRACTION_HEAP_MIB: z.coerce.number().int().min(64).default(512).describe('Memory of each such thread'),
  RENDERER_CONTENT_CONFIDENCE: flag
    .prefault('false')
    .describe(
      'Whether metadata has `contentKind` and `contentConfidence`: the kind of page, and the probability (0 to 1) that its main content was identified correctly',
    ),
  RENDERER_FILE_PROCESSES: count
    .default(2)
    .describe('PDFs and office documents read at once, each in a process that is started when it is needed'),
  RENDERER_FILE_MEMORY_MIB: count
    .min(256)
    .optional()
    .transform((limitMib) => limitMib ?? usualFileMemoryMib())
    .describe(
      'Memory of such a process at which it is ended and its file refused; by default a sixth of the memory, and 1024 at most',
    ),
  RENDERER_MAX_PAGE_MIB: count.max(48).default(32).describe('Largest page or file that is taken, decompressed'),
  RENDERER_BROWSER_MAX_PAGES: count.default(100).describe('Pages after which a browser is replaced by a fresh one'),
  RENDERER_BROWSER_MAX_AGE: durationWithin(1_000).prefault('30m').describe('Age at which a browser is replaced'),
  RENDERER_BROWSER_MAX_MEMORY_MIB: count
    .min(256)
    .optional()
    .transform((limitMib) => limitMib ?? usualBrowserMemoryMib())
    .describe(
      'Memory of all processes of a browser at which it is replaced, and twice what a single page may take before it is ended; by default half of the memory, and 4096 at most',
    ),
  PROXY_BASIC: proxyList.describe(
    'Comma list of proxies for all pages: `http://user:pass@host:port` (or `https`, `socks5`), with `?country=DE` where it is known; without them pages are fetched straight from here',
  ),
  PROXY_STEALTH: proxyList.describe(
    'The same for pages that ask for `stealth`, and for those that `auto` tries again because the site refused them; a page that came through one costs 5 credits',
  ),
  PROXY_TARGETS: z
    .enum(['name', 'address'])
    .default('name')
    .describe(
      'Form of targets sent to proxies: `name` (host name, resolved by the proxy) or `address` (the address that this service has resolved and checked)',
    ),
  DRAIN_TIMEOUT: platformConfig.shape.DRAIN_TIMEOUT,
  EGRESS_ALLOW: egressAllow((allow) => createEgressGuard({ allow })),
  EGRESS_DENY: egressDeny((deny) => createEgressGuard({ deny })),
});

/** Time for giving up the remaining pages, publishing that, and ending browsers, threads and sockets. */
const CLOSING_MS = 2500;

/** How long running pages may go on after the process is told to stop. */
export function pagePatienceMs({ DRAIN_TIMEOUT: drainMs }: Pick<RendererConfig, 'DRAIN_TIMEOUT'>): number {
  return Math.max(drainMs / 2, drainMs - CLOSING_MS);
}

export type RendererConfig = z.infer<typeof rendererConfig>;
