import { openFrames } from '../page/frames';
import { parseHtml } from '../tree/parse-html';
import { serializeChildren } from '../tree/serialize-html';
import { pruneTree } from './prune-tree';
import { cutIntoBlocks } from './text-blocks';

/** Keeps the blocks whose text begins with a plus. */
function prune(html: string): string {
  const parsed = parseHtml(html);
  openFrames(parsed);
  const { body } = parsed;
  const page = cutIntoBlocks(body);
  pruneTree(body, page, (block) => page.blocks[block]?.text.startsWith('+') ?? false);
  return serializeChildren(body);
}

describe('pruneTree', () => {
  it.each([
    ['takes out elements without kept text', '<nav><a>x</a></nav><p>+a</p>', '<p>+a</p>'],
    [
      'keeps the elements around kept text',
      '<main><div><p>+a <b>b</b></p>x</div></main>',
      '<main><div><p>+a <b>b</b></p></div></main>',
    ],
    [
      'keeps blank lines of listings',
      '<pre><code><span>+a\n</span><span></span><div>+b</div><div class="line"><i> </i></div></code></pre><p><i></i>+c</p>',
      '<pre><code><span>+a\n</span><span></span><div>+b</div><div class="line"><i> </i></div></code></pre><p>+c</p>',
    ],
    [
      'takes out lines of listings that are not kept',
      '<pre><div>+a</div><div>b</div></pre>',
      '<pre><div>+a</div></pre>',
    ],
    ['keeps pictures beside kept text', '<div><img src="1"><p>+a</p></div>', '<div><img src="1"><p>+a</p></div>'],
    [
      'keeps pictures in frames of their own',
      '<div><figure><picture><source srcset="2"><img src="1"></picture></figure><p>+a</p></div>',
      '<div><figure><picture><source srcset="2"><img src="1"></picture></figure><p>+a</p></div>',
    ],
    ['takes out pictures among what is taken out', '<aside><img src="1"><p>x</p></aside><p>+a</p>', '<p>+a</p>'],
    [
      'takes out a picture with a text that is not kept',
      '<div><a><img src="1">x</a><p>+a</p></div>',
      '<div><p>+a</p></div>',
    ],
    ...[
      '<a href="https://www.facebook.com/sharer/sharer.php?u=x"><img src="/f.svg" alt="Facebook"></a>',
      '<a href="https://x.com/intent/tweet?url=x"><img src="/icons/x.svg"></a>',
      '<span><a href="//pinterest.com/pin/create/button/?url=x"><img src="/img/pin-it-icon.png?v=1" alt=""></a></span>',
      '<a href="https://www.facebook.com/sharer/sharer.php?u=x"><img src="/a.png" alt="Share this page on Facebook"></a>',
      '<a href="https://www.facebook.com/sharer/sharer.php?u=x"><img src="/a.png" alt="Auf Facebook teilen"></a>',
      '<a href="https://www.linkedin.com/shareArticle?url=x"><img src="/a.png" alt="LinkedIn icon (white)"></a>',
      '<a href="https://pinterest.com/pin/create/button/?url=x"><img src="/a.png" alt="Pin it!"></a>',
      '<a href="https://x.com/intent/tweet?url=x"><img src="/static/twitter-3fa9b2.svg"></a>',
    ].map((icon): [string, string, string] => [
      `takes out what shares the page: ${icon}`,
      `<div>${icon}<p>+a</p></div>`,
      '<div><p>+a</p></div>',
    ]),
    [
      'takes out what shares the page beside a picture',
      '<div><p><img src="1"><a href="https://x.com/share?u=x"><img src="/x.svg"></a></p><p>+a</p></div>',
      '<div><p><img src="1"></p><p>+a</p></div>',
    ],
    ...[
      '<a href="https://pinterest.com/pin/create/button/?url=x"><img src="/cake.jpg" alt="A cake on a plate"></a>',
      '<a href="https://pinterest.com/pin/create/button/?url=x"><img src="/max-2.jpg"></a>',
      '<a href="https://pinterest.com/pin/create/button/?url=x"><img src="/img/model-x.jpg" alt="Tesla Model X parked at the mill"></a>',
      '<a href="https://pinterest.com/pin/create/button/?url=x"><img src="/img/model-x.jpg"></a>',
      '<a href="https://pinterest.com/pin/create/button/?url=x"><img src="/1.jpg" alt="How to share a cake"></a>',
      '<a href="https://pinterest.com/pin/create/button/?url=x"><img src="/2.jpg" alt="Apple cake in a pan, pinterest collage"></a>',
      '<a href="https://facebook.com/acme"><img src="/f.svg" alt="Facebook"></a>',
      '<a href="https://x.com/acme/status/12"><img src="/x.png" alt="X"></a>',
    ].map((picture): [string, string, string] => [
      `keeps a picture that leads to a network: ${picture}`,
      `<div>${picture}<p>+a</p></div>`,
      `<div>${picture}<p>+a</p></div>`,
    ]),
    [
      'takes out the logo of the site',
      '<div><span><a href="/"><img src="1"></a></span><a href="/b"><img src="2"></a><p>+a</p></div>',
      '<div><a href="/b"><img src="2"></a><p>+a</p></div>',
    ],
    [
      'keeps a figure that leads there',
      '<div><figure><span><a href="/"><img src="1"></a></span></figure><p>+a</p></div>',
      '<div><figure><span><a href="/"><img src="1"></a></span></figure><p>+a</p></div>',
    ],
    [
      'keeps a row of pictures of which one leads there',
      '<div><div><a href="/"><img src="1"></a><a href="/b"><img src="2"></a></div><p>+a</p></div>',
      '<div><div><a href="/"><img src="1"></a><a href="/b"><img src="2"></a></div><p>+a</p></div>',
    ],
    [
      'leaves cells in their columns',
      '<table><tr><td>x</td><td>+a</td></tr><tr><td>y</td></tr></table>',
      '<table><tr><td></td><td>+a</td></tr></table>',
    ],
    ['keeps breaks and rules', '<div>+a<br>b<hr>+c</div>', '<div>+a<br>b<hr>+c</div>'],
    ['takes out one of two paragraphs between breaks', '<div>+a<br><br>x</div>', '<div>+a<br><br></div>'],
    [
      'keeps a player, also in a box of its own',
      '<p>+a</p><iframe src="1"></iframe><div><figure><video src="2"></video></figure></div>',
      '<p>+a</p><div src="1" data-original-tag="iframe"></div><div><figure><video src="2"></video></figure></div>',
    ],
    [
      'takes out the box of an advertisement',
      '<ol><li>+a</li><li><div><iframe src="https://googleads.g.doubleclick.net/ads?id=1"></iframe></div></li></ol>',
      '<ol><li>+a</li></ol>',
    ],
    [
      'keeps a picture whose caption goes',
      '<p>+a</p><figure><img src="1"><figcaption>x</figcaption></figure>',
      '<p>+a</p><figure><img src="1"></figure>',
    ],
    ['takes out icons in boxes of buttons', '<p>+a</p><div><button><img src="1"></button></div>', '<p>+a</p>'],
    [
      'keeps what can be chosen',
      '<p>+a <select><option>S</option></select></p>',
      '<p>+a <select><option>S</option></select></p>',
    ],
    [
      'keeps the box of a task',
      '<ul><li><input type="checkbox">+a</li><li>x</li></ul>',
      '<ul><li><input type="checkbox">+a</li></ul>',
    ],
    [
      'keeps the white space between words, whatever it stands in',
      '<pre><span>+from</span><span> </span><span>a</span></pre>',
      '<pre><span>+from</span><span> </span><span>a</span></pre>',
    ],
    ['leaves nothing of nothing', '<p>x</p><img src="1">', ''],
  ])('%s', (_, html, pruned) => {
    expect(prune(html)).toBe(pruned);
  });
});
