import { z } from 'zod';
import { Action, explicitWaitMs } from './actions';
import { Format, type FormatType } from './formats';

const ProxyKind = z.enum(['basic', 'stealth', 'auto']);

/**
 * How to scrape one page: complete, without defaults and without a version. The gateway makes it from a v1 or v2 body;
 * no other service adds to it.
 */
export const ScrapeSpec = z.object({
  formats: z.array(Format),
  onlyMainContent: z.boolean(),
  /** CSS selectors. */
  includeTags: z.array(z.string()),
  /** CSS selectors. */
  excludeTags: z.array(z.string()),
  headers: z.record(z.string(), z.string()),
  waitForMs: z.int().min(0),
  mobile: z.boolean(),
  skipTlsVerification: z.boolean(),
  timeoutMs: z.int().positive(),
  pdf: z.object({
    /** false: the file itself, base64. */
    parse: z.boolean(),
    maxPages: z.int().positive().optional(),
    /** How to get the text. Absent: the service decides. */
    mode: z.enum(['fast', 'auto', 'ocr']).optional(),
  }),
  actions: z.array(Action),
  /** `country` is an upper-case ISO 3166-1 alpha-2 code or `US-generic`. */
  location: z.object({ country: z.string(), languages: z.array(z.string()) }),
  removeBase64Images: z.boolean(),
  blockAds: z.boolean(),
  proxy: ProxyKind,
  /** A cached page younger than this may answer; 0: never. */
  maxAgeMs: z.int().min(0),
  storeInCache: z.boolean(),
  /** What the gateway has to say about the request, for the warning of the document. */
  warnings: z.array(z.string()).optional(),
});
export type ScrapeSpec = z.infer<typeof ScrapeSpec>;

/** The whole time a request may take, queueing included, in milliseconds. */
export function deadlineMs(spec: ScrapeSpec): number {
  return spec.timeoutMs + spec.waitForMs + explicitWaitMs(spec.actions);
}

export function wantsFormat(spec: ScrapeSpec, type: FormatType): boolean {
  return spec.formats.some((format) => format.type === type);
}

export function findFormat<T extends FormatType>(spec: ScrapeSpec, type: T): Extract<Format, { type: T }> | undefined {
  return spec.formats.find((format): format is Extract<Format, { type: T }> => format.type === type);
}
