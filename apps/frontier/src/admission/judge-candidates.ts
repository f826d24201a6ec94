import { type Candidate, decideScope, politenessHost, type SkipReason, type TrapWatch } from '@orbweaver/core';
import { type JudgedCandidate, pageHash, refusalHash } from '@orbweaver/persistence';
import type { CompiledJob } from '../jobs/compiled-jobs';
import type { RobotsPolicy } from '../site/site-sources';

export interface Judgement {
  compiled: CompiledJob;
  /** The crawl's start URL as it stands now. */
  originUrl: string;
  depth: number;
  /** Where the links are; absent for seeds and sitemap pages. */
  foundOnUrl?: string;
  /**
   * The rules of a URL's origin if they are at hand. Others are asked for when a page of theirs is to be visited,
   * so that a page with links to a thousand sites fetches a thousand robots.txt files only if it comes to that.
   */
  knownRobots: (url: string) => RobotsPolicy | undefined;
  /** Counts what the links of the crawl lead to; absent for seeds and sitemap pages, which somebody named. */
  traps?: TrapWatch;
  /** Visited whatever the scope says: the start URL. */
  bypassScope?: boolean;
}

/**
 * The verdict on every URL, in order, one for all URLs of the same dedup key. Pure but for the rules at hand and what
 * `traps` counts. `seen`: identities judged before, which is added to.
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
  if (!URL.canParse(sourceUrl)) {
    return { url: sourceUrl, sourceUrl, keyHash: refusal, refusalHash: refusal, host: '', refused: 'invalid-url' };
  }
  const verdict = decide(sourceUrl, judgement);
  const scope = judgement.compiled.crawl?.scope ?? { ignoreQueryParameters: false, deduplicateSimilarURLs: false };
  return {
    url: verdict.url,
    sourceUrl,
    keyHash: pageHash(verdict.url, scope),
    refusalHash: refusal,
    host: politenessHost(verdict.url),
    ...(verdict.refused === undefined ? {} : { refused: verdict.refused }),
  };
}

function decide(sourceUrl: string, judgement: Judgement): { url: string; refused?: SkipReason } {
  const { compiled, originUrl, depth, foundOnUrl } = judgement;
  const context = compiled.scope(originUrl);
  let url = sourceUrl;
  if (context !== undefined && !judgement.bypassScope) {
    const candidate: Candidate = { url, depth, ...(foundOnUrl === undefined ? {} : { foundOn: foundOnUrl }) };
    const decision = decideScope(candidate, context);
    if (!decision.admit) return { url, refused: decision.reason };
    url = decision.url;
  }
  const obeysRobots = compiled.crawl !== undefined && !compiled.crawl.ignoreRobotsTxt;
  if (obeysRobots && judgement.knownRobots(url)?.isAllowed(url) === false) return { url, refused: 'robots' };
  // Last, as it counts: a URL that is not visited anyway takes no place in its family.
  if (judgement.traps?.recognize(url) !== undefined) return { url, refused: 'trap' };
  return { url };
}
