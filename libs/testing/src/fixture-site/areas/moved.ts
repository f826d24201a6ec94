import { type FixtureAnswer, html } from '../page-answer';

/** Redirect limit of the service; /moved/<n> redirects n times, to /moved/0. */
export const MOST_HOPS = 10;

/** Client-side redirects, and redirect chains of a known length. */
export function planMoved(): Map<string, FixtureAnswer> {
  const refresh = (content: string): string => `<meta http-equiv="refresh" content="${content}">`;
  const pages = new Map<string, FixtureAnswer>([
    ['/moved/0', html('Moved target', [])],
    ['/moved/meta', html('Moved by meta', [], { head: refresh('0; url=/moved/0') })],
    ['/moved/meta-later', html('Moved much later', [], { head: refresh('300; url=/moved/0') })],
    [
      '/moved/header',
      {
        kind: 'bytes',
        contentType: 'text/html',
        body: Buffer.from('<title>Moved by header</title><p>on the way</p>'),
        headers: { refresh: '0; url=/moved/0' },
      },
    ],
    [
      '/moved/script',
      html('Moved by script', [], { bare: true, markup: `<script>location.replace('/moved/0')</script>` }),
    ],
  ]);
  for (let hops = 1; hops <= MOST_HOPS + 1; hops += 1) {
    pages.set(`/moved/${hops}`, { kind: 'redirect', status: 302, to: `/moved/${hops - 1}` });
  }
  return pages;
}
