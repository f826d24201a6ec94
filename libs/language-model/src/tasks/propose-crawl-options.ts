import { LanguageModelError } from '../model/language-model';
import type { ModelSession } from '../model/model-session';
import { readJson } from '../schema/read-json';

const SYSTEM =
  'You turn a wish about a crawl of a web site into settings of a crawler. Answer with one JSON object alone, with ' +
  'only those keys that the wish asks for; with {} if it asks for none:\n' +
  '- includePaths, excludePaths: lists of regular expressions in RE2 syntax, searched in the path of a URL, such as "^/blog/"\n' +
  '- maxDiscoveryDepth: how many links away from the start URL a page may be\n' +
  '- crawlEntireDomain: true to follow links to sibling and parent paths too\n' +
  '- allowExternalLinks, allowSubdomains: true to follow links to other sites, to subdomains\n' +
  '- sitemap: "include", "skip" or "only"\n' +
  '- ignoreQueryParameters: true if URLs that differ in their query are one page\n' +
  '- deduplicateSimilarURLs: true if URLs that differ in www, index.html and the like are one page\n' +
  '- delay: seconds between two pages\n' +
  '- limit: how many pages at most';

/** Unchecked: validate each value like a caller's. @throws LanguageModelError */
export async function proposeCrawlOptions(
  session: ModelSession,
  { url, prompt }: { url: string; prompt: string },
): Promise<Record<string, unknown>> {
  const user = `The start URL is ${JSON.stringify(url)}. The wish is:\n${prompt}`;
  for (const isLast of [false, true]) {
    const answer = readJson(await session.ask({ system: SYSTEM, user, json: {} }))?.value;
    if (typeof answer === 'object' && answer !== null && !Array.isArray(answer)) {
      return Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== null));
    }
    if (isLast) break;
  }
  throw new LanguageModelError('unusable', 'The language model did not return crawl options.');
}
