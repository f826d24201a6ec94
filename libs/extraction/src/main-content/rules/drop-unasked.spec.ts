import { changes } from '../../../test/complete-choice';
import { dropUnasked } from './drop-unasked';

const article = `<p>+article${' word'.repeat(500)}.</p>`;
const dropped = (html: string, score?: number): string[] =>
  changes(html, (page, kept, scores) => dropUnasked(page, scores, kept), score).map((text) => text.split(' ')[0] ?? '');

describe('dropUnasked', () => {
  it.each([
    ['comments below an article', `${article}<ol class=comment-list><li><p>+a</p></ol>`, ['-a']],
    ['comments as other languages call them', `${article}<div id=komentarze><p>+a</p></div>`, ['-a']],
    ['no comments that are the page', '<p>+What do you say?</p><ol class=comments><li><p>+a</p></ol>', []],
    [
      'no posts of a thread',
      `<script type="application/ld+json">{"@type":"DiscussionForumPosting"}</script>${article}<ol class=comments><li>+a</ol>`,
      [],
    ],
    ['no section that is about comments', `<h2 id=respond-to-comments>+a</h2>${article}`, []],
    ['what an author does otherwise', `${article}<div class="author-box x"><p>+a</p></div>`, ['-a']],
    ['no page about an author', '<div class=author-bio><p>+a b c</p></div><p>+d</p>', []],
    ['teasers', `${article}<div><h3>You may also like</h3><p>+a</p><p>+b</p></div><p>+c</p>`, ['-a', '-b']],
    [
      'a box of links that begins with such words in another language',
      `${article}<div><b>相关阅读</b><ul><li><a href=x>+a</a><li><a href=x>+b</a></ul></div><p>+c</p>`,
      ['-a', '-b'],
    ],
    ['nothing behind such words among text', `${article}<div><p>+a b.</p><b>Read more</b><p>+c d.</p></div>`, []],
    [
      'a section of cards with headings as high as its own',
      `${article}<section><h2>Related products</h2>${'<div><h2>+a</h2><p>+b</p></div>'.repeat(30)}</section><p>+c</p>`,
      Array(30).fill(['-a', '-b']).flat(),
    ],
    [
      'no paragraph that goes on with the text around them',
      `<div>${article}<p>+b${' word'.repeat(20)}.</p><h3>Read more</h3><ul><li>+c</ul><p>+d${' word'.repeat(20)}.</p></div>`,
      ['-c'],
    ],
    [
      'no dishes of a menu',
      `${article}<section><h3>Unsere Empfehlungen</h3><p>+Maultaschen 12,50 €<p>+Rostbraten 24 €</section>`,
      [],
    ],
    ['no section that is most of the page', '<section><h2>Latest news</h2><p>+a</p><p>+b</p></section><p>+c</p>', []],
    ['no section of prose of such a name', `<h2>Popular now</h2><p>+a${' word'.repeat(100)}.</p>`, []],
  ])('drops %s', (_, html, texts) => {
    expect(dropped(html)).toEqual(texts);
  });

  it.each(['[/section]', '[vc_row full="1"]', '[cta id=3]', '[gallery]'])('drops the code %s', (code) => {
    expect(
      changes(`<p>${code}</p>`, (page, kept, scores) => {
        kept.fill(1);
        dropUnasked(page, scores, kept);
      }),
    ).toEqual([]);
  });

  it.each(['[Methods]', '[New York Times]', '[1]'])('leaves %s', (text) => {
    expect(
      changes(`<p>${text}</p>`, (page, kept, scores) => {
        kept.fill(1);
        dropUnasked(page, scores, kept);
      }),
    ).toEqual([text]);
  });

  it('leaves what the scorer is sure of, whatever it is called', () => {
    expect(dropped(`${article}<div class=comments><p>+a</p></div>`, 0.9)).toEqual([]);
  });
});
