import type { FixtureAnswer, HtmlAnswer } from '../fixture-site/page-answer';
import { findAnswer } from '../fixture-site/serve-plan';
import type { FixtureSite } from '../fixture-site/start-fixture-site';

/** The result of a visit that follows redirects and waits long enough. */
export type ReferenceVisit = { kind: 'page'; url: string; links: string[] } | { kind: 'nothing' };

const MOST_REDIRECTS = 10;
const READABLE = /^(text\/|application\/(json|xml|pdf|rtf|vnd\.))/;

export function visit(site: FixtureSite, start: string): ReferenceVisit {
  let url = new URL(start);
  for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
    const plan = site.planOf(url.origin);
    if (plan === undefined) return { kind: 'nothing' };
    const answer = findAnswer(plan, url);
    if (answer.kind !== 'redirect') return read(answer, url);
    url = new URL(answer.to, url);
  }
  return { kind: 'nothing' };
}

function read(answer: Exclude<FixtureAnswer, { kind: 'redirect' }>, url: URL): ReferenceVisit {
  switch (answer.kind) {
    case 'html':
      return { kind: 'page', url: url.href, links: linksOf(answer, url) };
    case 'busy':
      return { kind: 'page', url: url.href, links: linksOf(answer.afterwards, url) };
    case 'dropped':
      return answer.afterwards === undefined
        ? { kind: 'nothing' }
        : { kind: 'page', url: url.href, links: linksOf(answer.afterwards, url) };
    case 'bytes':
      return READABLE.test(answer.contentType) ? { kind: 'page', url: url.href, links: [] } : { kind: 'nothing' };
    case 'hanging':
      return { kind: 'nothing' };
  }
}

function linksOf(page: HtmlAnswer, url: URL): string[] {
  const base = page.base === undefined ? url : new URL(page.base, url);
  return [...page.links, ...(page.scriptedLinks ?? [])]
    .filter((href) => URL.canParse(href, base.href))
    .map((href) => new URL(href, base))
    .filter((link) => link.protocol === 'http:' || link.protocol === 'https:')
    .map((link) => link.href);
}
