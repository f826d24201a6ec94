import {
  type Candidate,
  decideScope,
  parseUrl,
  permitsUrl,
  politenessHost,
  type SkipReason,
  type TrapWatch,
} from '@orbweaver/core';
import { type JudgedCandidate, pageHash, refusalHash } from '@orbweaver/persistence';
import type { CompiledJob } from '../jobs/compiled-jobs';
import type { RobotsPolicy } from '../site/site-sources';

export interface Judgement {
  compiled: CompiledJob;
  /** The crawl's start URL, or the target of its redirect. */
  originUrl: string;
  depth: number;
  foundOnUrl?: string;
  /** The robots rules of a URL's origin, if in memory. Others are fetched when a page of their origin is due. */
  knownRobots: (url: string) => RobotsPolicy | undefined;
  /** Counts the links of the crawl; absent for seeds and sitemap pages, which were requested or listed. */
  traps?: TrapWatch;
  bypassScope?: boolean;
}

/**
 * The verdicts on URLs, in order, one per dedup key. Pure, except for the robots rules in memory and the counts of
 * `traps`. Adds to `seen`, the keys judged before.
 */
export function judgeCandidates(
  urls: Iterable<string>,
  judgement: Judgement,
  seen = new Set<string>(),
): JudgedCandidate[] {
  const judged: JudgedCandidate[] = [];
  for (const url of urls) {
    const candidate = judge(url, judgement);
    const identity = candidate.refused === undefined ? candidate.keyHash : candidate.refusalHash;
    if (seen.has(identity)) continue;
    seen.add(identity);
    judged.push(candidate);
  }
  return judged;
}

function judge(sourceUrl: string, judgement: Judgement): JudgedCandidate {
  const refusal = refusalHash(sourceUrl);
  if (parseUrl(sourceUrl) === undefined) {
    return {
      url: sourceUrl,
      sourceUrl,
      keyHash: refusal,
      refusalHash: refusal,
      host: '',
      refused: 'invalid-url',
      isLasting: true,
    };
  }
  const verdict = decide(sourceUrl, judgement);
  const scope = judgement.compiled.crawl?.scope ?? { ignoreQueryParameters: false, deduplicateSimilarURLs: false };
  return {
    url: verdict.url,
    sourceUrl,
    keyHash: pageHash(verdict.url, scope),
    refusalHash: refusal,
    host: politenessHost(verdict.url),
    ...(verdict.refused === undefined
      ? {}
      : { refused: verdict.refused, isLasting: isLasting(verdict.refused, judgement.compiled) }),
  };
}

function decide(sourceUrl: string, judgement: Judgement): { url: string; refused?: SkipReason } {
  const { compiled, originUrl, depth, foundOnUrl } = judgement;
  const context = compiled.scope(originUrl);
  let url = sourceUrl;
  if (!permitsUrl(compiled.spec.scrape.hosts, url)) return { url, refused: 'closed-host' };
  if (context !== undefined && !judgement.bypassScope) {
    const candidate: Candidate = { url, depth, ...(foundOnUrl === undefined ? {} : { foundOn: foundOnUrl }) };
    const decision = decideScope(candidate, context);
    if (!decision.admit) return { url, refused: decision.reason };
    url = decision.url;
  }
  const obeysRobots = compiled.crawl !== undefined && !compiled.crawl.ignoreRobotsTxt;
  if (obeysRobots && judgement.knownRobots(url)?.isAllowed(url) === false) return { url, refused: 'robots' };
  // Last, because it counts: a refused URL must not count against its trap.
  if (judgement.traps?.recognize(url) !== undefined) return { url, refused: 'trap' };
  return { url };
}

/** Whether a URL is refused wherever it is found. Depth, linking page and robots.txt may differ next time. */
function isLasting(refused: SkipReason, compiled: CompiledJob): boolean {
  if (refused === 'discovery-depth' || refused === 'robots') return false;
  return refused !== 'external' || compiled.crawl?.scope.allowExternalLinks === false;
}
