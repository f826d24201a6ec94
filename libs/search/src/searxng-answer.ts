import { z } from 'zod';
import type { SearchHit, SearchResults, SearchSource } from './search-engine';

const MAX_TEXT_CHARS = 2_000;
const MAX_URL_CHARS = 8_000;
/** SearXNG returns up to about 100 results per page. */
const MAX_RESULTS = 1_000;

/** A field of any other type counts as absent: engines behind SearXNG differ. */
const optionalText = z.string().optional().catch(undefined);

const Result = z.object({
  url: z.string(),
  title: optionalText,
  content: optionalText,
  publishedDate: optionalText,
  img_src: optionalText,
  thumbnail: optionalText,
  thumbnail_src: optionalText,
  resolution: optionalText,
});
type Result = z.output<typeof Result>;

const Answer = z.object({
  results: z.array(z.unknown()).max(MAX_RESULTS),
  /** Pairs of name and reason. */
  unresponsive_engines: z
    .array(z.tuple([z.string()], z.unknown()))
    .optional()
    .catch(undefined),
});

/** The results of one page; undefined if the JSON is not a response of SearXNG. */
export function readResults(json: unknown, source: SearchSource): SearchResults | undefined {
  const answer = Answer.safeParse(json);
  if (!answer.success) return undefined;
  const hits = answer.data.results.flatMap((item) => {
    const result = Result.safeParse(item);
    const hit = result.success ? toHit(result.data, source) : undefined;
    return hit === undefined ? [] : [hit];
  });
  return { hits, unresponsive: (answer.data.unresponsive_engines ?? []).map(([name]) => plain(name)) };
}

function toHit(result: Result, source: SearchSource): SearchHit | undefined {
  const url = webUrl(result.url);
  if (url === undefined) return undefined;
  const image = imageOf(result, url);
  if (source === 'images' && image === undefined) return undefined;
  const publishedAt = dateOf(result.publishedDate);
  return {
    url,
    title: plain(result.title),
    description: plain(result.content),
    ...(publishedAt === undefined ? {} : { publishedAt }),
    ...(image === undefined ? {} : { image }),
  };
}

function imageOf({ img_src, thumbnail_src, thumbnail, resolution }: Result, base: string): SearchHit['image'] {
  const url = [img_src, thumbnail_src, thumbnail].map((written) => written && webUrl(written, base)).find(Boolean);
  if (url === undefined || url === '') return undefined;
  const [, width, height] = /^\s*(\d{1,6})\s*[x×]\s*(\d{1,6})/.exec(resolution ?? '') ?? [];
  return { url, ...(width === undefined ? {} : { width: Number(width), height: Number(height) }) };
}

function webUrl(written: string, base?: string): string | undefined {
  if (written.length > MAX_URL_CHARS || !URL.canParse(written, base)) return undefined;
  const { protocol, href } = new URL(written, base);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}

function dateOf(written: string | undefined): string | undefined {
  const date = new Date(written ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Engines mark matches by control characters or line breaks. */
function plain(text = ''): string {
  return text
    .slice(0, MAX_TEXT_CHARS)
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim();
}
