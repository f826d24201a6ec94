import { type FixtureAnswer, html, type RedirectAnswer } from '../page-answer';

const to = (target: string, status: RedirectAnswer['status'] = 301): FixtureAnswer => ({
  kind: 'redirect',
  status,
  to: target,
});

/** Longer than any crawler follows, without a loop. */
const LONG_CHAIN = 25;

export function planRedirects(other: string): Map<string, FixtureAnswer> {
  const pages = new Map<string, FixtureAnswer>([
    [
      '/redirects/',
      html('Redirects', [
        '/redirects/page',
        '/redirects/known',
        '/redirects/chain',
        '/redirects/loop-a',
        '/redirects/long/0',
        '/redirects/away',
        '/redirects/slash',
      ]),
    ],
    ['/redirects/page', html('Redirects page', ['/redirects/'])],
    ['/redirects/known', to('/redirects/page')],
    ['/redirects/chain', to('/redirects/chain-2')],
    ['/redirects/chain-2', to('chain-end', 302)],
    ['/redirects/chain-end', html('Redirects chain end', ['/redirects/after'])],
    ['/redirects/after', html('Redirects after', [])],
    ['/redirects/loop-a', to('/redirects/loop-b', 302)],
    ['/redirects/loop-b', to('/redirects/loop-a', 302)],
    ['/redirects/away', to(`${other}/landing`, 302)],
    ['/redirects/slash', to('/redirects/slash/')],
    ['/redirects/slash/', html('Redirects slash', [])],
    ['/redirects/start', to('/redirects/started/', 302)],
    ['/redirects/started/', html('Redirects started', ['/redirects/started/child'])],
    ['/redirects/started/child', html('Redirects started child', [])],
    ['/redirects/to-private', to('http://169.254.169.254/latest/meta-data/', 302)],
  ]);
  for (let hop = 0; hop < LONG_CHAIN; hop += 1) {
    pages.set(`/redirects/long/${hop}`, to(`/redirects/long/${hop + 1}`, 302));
  }
  return pages;
}
