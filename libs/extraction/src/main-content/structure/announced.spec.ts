import { changes } from '../../../test/complete-choice';
import { keepAnnounced } from './announced';

const kept = (html: string): string[] => changes(html, keepAnnounced);

describe('keepAnnounced', () => {
  it.each([
    [
      'a quote',
      '<p>+<a href=/u/bo>Bo</a> said in <a href=/t/1>What the weather will be</a>:</p><blockquote><p>It rains</p></blockquote><p>+No</p>',
      ['It rains'],
    ],
    [
      'a list with links',
      '<div>+The top brands include:</div><ul><li><a href=/a>Ann</a> of Oslo</li><li><a href=/b>Bo</a> of Rome</li></ul>',
      ['Ann of Oslo', 'Bo of Rome'],
    ],
    [
      'a list of links',
      '<p>+The top brands include:</p><ul><li><a href=/a>Ann</a></li><li><a href=/b>Bo</a></li></ul>',
      ['Ann', 'Bo'],
    ],
    ['a quote of a link', '<p>+Bo said of it:</p><blockquote><a href=/a>Ann</a></blockquote>', ['Ann']],
    [
      'a table',
      '<section><p>+These offer <b>both of them:</b></p>\n<table><tr><td>Ann</td></tr></table></section>',
      ['Ann'],
    ],
    ['a list in an item', '<ul><li>+Write to one of<i> these:</i><ol><li>Ann</li></ol></li></ul>', ['Ann']],
    ['a code block after a full-width colon', '<p>+信息 如下 所 示：</p><pre>甲</pre>', ['甲']],
  ])('keeps %s', (_, html, texts) => {
    expect(kept(html)).toEqual(texts);
  });

  it.each([
    ['after a removed sentence', '<p>We sell all of these:</p><ul><li>Ann</li></ul>'],
    ['after a sentence without colon', '<p>+This is all there is.</p><ul><li>Ann</li></ul>'],
    ['after a label', '<p>+Follow us:</p><ul><li>Ann</li></ul>'],
    ['of related links', '<p>+You might also like these:</p><ul><li><a href=/a>Ann</a></li></ul>'],
    ['of related links in Russian', '<p>+Читайте также на сайте:</p><ul><li><a href=/a>Анна</a></li></ul>'],
    ['after a link', '<p><a href=/c>+All of these pages:</a></p><ul><li>Ann</li></ul>'],
    ['after an image', '<p>+We sell all of these:</p><img src=/a.png><ul><li>Ann</li></ul>'],
    ['in the next column', '<div><div><p>+We sell all of these:</p></div></div><div><ul><li>Ann</li></ul></div>'],
    ['with a kept block', '<p>+We sell all of these:</p><ul><li>+Ann</li><li>Bo</li></ul>'],
    ['that is long', `<p>+We sell all of these:</p><ul><li>${'Ann and Bo '.repeat(50)}</li></ul>`],
    [
      'of sponsored links',
      '<p>+This post was brought to you by our partners:</p><ul><li><a href=https://a.example/>Cheap loans today</a></li><li><a href=https://b.example/>Win a phone</a></li></ul>',
    ],
    ['of buttons', '<p>+Choose one of these:</p><ul><li><button>Ann</button></li></ul>'],
  ])('does not keep a list %s', (_, html) => {
    expect(kept(html)).toEqual([]);
  });
});
