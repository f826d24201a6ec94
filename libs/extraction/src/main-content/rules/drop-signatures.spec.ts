import { changes } from '../../../test/complete-choice';
import { dropSignatures } from './drop-signatures';

const post = (after: string): string => `<div class=post><p>+Post${' word'.repeat(20)}.</p>${after}</div>`;
const dropped = (body: string): string[] => changes(`<body>${body}</body>`, dropSignatures);

describe('dropSignatures', () => {
  it.each(['signature', 'postsignature postmsg', 'message-signature', 'ipsEntry signaturecontainer'])(
    'drops what stands below each post, called %s',
    (name) => {
      expect(dropped(post(`<div class="${name}">+My cat</div>`).repeat(2))).toEqual(['-My cat', '-My cat']);
    },
  );

  it.each([
    ['who has written a post', post('<div class=post-signature>+Ann, May 2</div>').repeat(2)],
    ['the signature of a function', post('<h3 class=signature>+add(a, b)</h3>').repeat(2)],
    ['the signature of a function in a box', post('<div class=signature><pre>+add(a, b)</pre></div>').repeat(2)],
    ['the name of a feature', post('<div class=signature-compatible>+Digital</div>').repeat(2)],
    ['most of a page', `${post('')}${post('')}<div class=signature>${post('').repeat(3)}</div>`],
  ])('keeps %s', (_, html) => {
    expect(dropped(html)).toEqual([]);
  });
});
