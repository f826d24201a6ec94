import type { z } from 'zod';
import { ApiError } from '../src/errors/api-error';
import { readWire } from '../src/errors/read-wire';
import * as v1 from '../src/v1/requests';
import * as v2 from '../src/v2/requests';

const url = 'https://example.com';

/** A request, and the path of the tested fields in it. */
interface Place {
  name: string;
  schema: z.ZodType;
  /** The prefix of the field in an error. */
  prefix: string;
  write(fields: object): object;
}

const placesOf = (version: 'v1' | 'v2') => {
  const { ScrapeRequest, BatchRequest, CrawlRequest } = { v1, v2 }[version];
  const place = (kind: string, schema: z.ZodType, write: Place['write'], prefix = ''): Place => ({
    name: `${version} ${kind}`,
    schema,
    prefix,
    write,
  });
  return {
    scrape: place('scrape', ScrapeRequest, (fields) => ({ url, ...fields })),
    batch: place('batch', BatchRequest, (fields) => ({ urls: [url], ...fields })),
    crawl: place('crawl', CrawlRequest, (fields) => ({ url, ...fields })),
    options: place('crawl', CrawlRequest, (fields) => ({ url, scrapeOptions: fields }), 'scrapeOptions.'),
  };
};

const [one, two] = [placesOf('v1'), placesOf('v2')];

export const optionPlaces = [one.scrape, one.batch, one.options, two.scrape, two.batch, two.options];
export const jobPlaces = [one.batch, one.crawl, two.batch, two.crawl];
export const crawlPlaces = [one.crawl, two.crawl];
export const requestPlaces = [one.scrape, one.batch, one.crawl, two.scrape, two.batch, two.crawl];

/** The error of each request with these fields, without the prefix; undefined if the request is accepted. */
export function judgeRequest(places: readonly Place[], fields: object): Record<string, string | undefined> {
  return Object.fromEntries(places.map((place) => [place.name, judgeIn(place, fields)]));
}

function judgeIn({ schema, write, prefix }: Place, fields: object): string | undefined {
  try {
    // Through JSON, which removes undefined fields.
    readWire(schema, JSON.parse(JSON.stringify(write(fields))));
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    const { details } = error.body;
    if (!Array.isArray(details) || details.length === 0) throw new Error('an error without details', { cause: error });
    return error.message.startsWith(prefix) ? error.message.slice(prefix.length) : error.message;
  }
}

/** Expects the same result from every request. */
export const everywhere = (places: readonly Place[], answer: unknown) =>
  Object.fromEntries(places.map(({ name }) => [name, answer]));
