import { changes } from '../../../test/complete-choice';
import { keepListings } from './keep-listings';

const kept = (html: string, score = 0.3): string[] =>
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
    ['a long listing', `<p>+Start it by this command:</p><pre>${'word '.repeat(80)}</pre>`, ['word']],
    [
      'listings behind their tabs',
      `<p>+Make a site</p><ul>${'<li><a role=tab>npm</a>'.repeat(6)}</ul><pre>npx make</pre><pre>yarn make</pre><p>+and start it</p>`,
      ['npx make', 'yarn make'],
    ],
    [
      'the name and caption of a listing',
      '<p>+Make a site</p><figure><div>main.rs</div><pre>fn main</pre><button>Copy</button><figcaption>Listing 1: What the program begins with</figcaption></figure><p>+and start it</p>',
      ['main.rs', 'fn main', 'Listing 1: What the program begins with'],
    ],
    [
      'nothing without text behind it',
      '<p>+Make a site of your own</p><pre>npx make</pre><p>What others read today now</p>',
      [],
    ],
    ['no listing of which little is kept', `<pre><div>+a</div><div>${'word '.repeat(20)}</div></pre>`, []],
  ])('keeps %s', (_, html, texts) => {
    expect(kept(html).map((text) => (text.startsWith('word') ? 'word' : text))).toEqual(texts);
  });

  it('keeps a listing at the end that is likely content', () => {
    expect(kept('<p>+Make a site of your own</p><pre>npx make</pre>', 0.4)).toEqual(['npx make']);
  });

  it('leaves what the scorer is sure of', () => {
    expect(kept('<p>+Start it by this command:</p><pre>npx start</pre>', 0.1)).toEqual([]);
  });
});
