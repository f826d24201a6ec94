import { changes } from '../../test/complete-choice';
import { keepListings } from './keep-listings';

const kept = (html: string, score?: number): string[] =>
  changes(html, (page, kept, scores) => keepListings(page, scores, kept), score);

describe('keepListings', () => {
  it.each([
    [
      'a command between what is kept',
      '<p>+Make a site of your own</p><pre>npx make</pre><button>Copy</button><p>+and start it</p>',
      ['npx make'],
    ],
    [
      'a command that the text announces',
      '<p>+Start it by this command:</p><pre>npx start</pre><p>Next page</p>',
      ['npx start'],
    ],
    [
      'the rest of a listing whose lines are elements',
      '<pre><div>+let a = 1 + 2 + 3;</div><div>let b = 2;</div></pre>',
      ['let b = 2;'],
    ],
    ['nothing behind something else', '<p>What others read today now</p><pre>npx make</pre><p>+and start it</p>', []],
    ['no long listing', `<p>+Start it by this command:</p><pre>${'word '.repeat(80)}</pre>`, []],
    ['no listing of which little is kept', `<pre><div>+a</div><div>${'word '.repeat(20)}</div></pre>`, []],
  ])('keeps %s', (_, html, texts) => {
    expect(kept(html)).toEqual(texts);
  });

  it('leaves what the scorer is sure of', () => {
    expect(kept('<p>+Start it by this command:</p><pre>npx start</pre>', 0.1)).toEqual([]);
  });
});
