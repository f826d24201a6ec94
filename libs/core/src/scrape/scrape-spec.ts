import { z } from 'zod';
import { TeamHosts } from '../url/team-hosts';
import { Action, explicitWaitMs } from './actions';
import { Format, type FormatType } from './formats';

const ProxyKind = z.enum(['basic', 'stealth', 'auto']);

/**
 * The complete specification of a scrape, without defaults or API version. Built by the gateway from v1 and v2
 * requests.
 */
export const ScrapeSpec = z.object({
  formats: z.array(Format),
  onlyMainContent: z.boolean(),
  /** CSS selectors. */
  includeTags: z.array(z.string()),
  excludeTags: z.array(z.string()),
  headers: z.record(z.string(), z.string()),
  waitForMs: z.int().min(0),
  mobile: z.boolean(),
  skipTlsVerification: z.boolean(),
  timeoutMs: z.int().positive(),
  pdf: z.object({
    /** false: returns the file as base64. */
    parse: z.boolean(),
    maxPages: z.int().positive().optional(),
    /** Text source. Absent: chosen by the service. */
    mode: z.enum(['fast', 'auto', 'ocr']).optional(),
  }),
  actions: z.array(Action),
  /** `country`: upper-case ISO 3166-1 alpha-2 code or `US-generic`. */
  location: z.object({ country: z.string(), languages: z.array(z.string()) }),
  removeBase64Images: z.boolean(),
  blockAds: z.boolean(),
  proxy: ProxyKind,
  /** Maximum age of a cached page; 0 disables the cache. */
  maxAgeMs: z.int().min(0),
  storeInCache: z.boolean(),
  warnings: z.array(z.string()).optional(),
  /** Hosts of the team, which apply to the page, its redirects and, in crawls, its links. */
  hosts: TeamHosts.optional(),
  /** true: a page of a schedule, which is compared with the last run and therefore never read from the cache. */
  fingerprint: z.boolean().optional(),
});
export type ScrapeSpec = z.infer<typeof ScrapeSpec>;

export function deadlineMs(spec: ScrapeSpec): number {
  return spec.timeoutMs + spec.waitForMs + explicitWaitMs(spec.actions);
}

export function wantsFormat(spec: ScrapeSpec, type: FormatType): boolean {
  return spec.formats.some((format) => format.type === type);
}

export function findFormat<T extends FormatType>(spec: ScrapeSpec, type: T): Extract<Format, { type: T }> | undefined {
  return spec.formats.find((format): format is Extract<Format, { type: T }> => format.type === type);
}
