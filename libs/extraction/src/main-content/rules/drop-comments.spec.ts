import { changes } from '../../../test/complete-choice';
import { dropComments } from './drop-comments';

const prose = (words: number) => `<p>+article${' word'.repeat(words)}.</p>`;
const article = prose(500);
const head = '<meta property=og:type content=article>';
const dated = '<p>+b, 12 March 2024</p><p>+c</p>';
const dropped = (html: string, score?: number): string[] =>
  changes(html, (page, kept, scores) => dropComments(page, scores, kept), score).map(
    (text) => text.split(' ')[0] ?? '',
  );

describe('dropComments', () => {
  it.each([
    ['comments below an article', `${article}<ol class=comment-list><li><p>+a</p></ol>`, ['-a']],
    ['comments as other languages call them', `${article}<div id=komentarze><p>+a</p></div>`, ['-a']],
    ['comments below short news', `${head}${prose(60)}<div class=articleComments><p>+a</p></div>`, ['-a']],
    [
      'what is below their heading',
      `${head}${article}<div><h3>Komentarze (2)</h3><p>+a</p><p>+b</p></div><p>+c</p>`,
      ['-a', '-b'],
    ],
    ['up to the next heading', `${head}${article}<h3>12 комментариев</h3><p>+a</p><h3>+d</h3><p>+e</p>`, ['-a']],
    [
      'what is dated below their heading',
      `${head}${article}<h3>Комментарии:</h3>${dated}${dated}<h3>+d</h3>`,
      ['-b,', '-c', '-b,', '-c'],
    ],
    [
      'no section about comments',
      `${head}${article}<h2>Comments</h2><p>+A line that begins with a number sign.</p>`,
      [],
    ],
    ['no section with the day until which comments are taken', `${head}${article}<h2>Comments</h2>${dated}`, []],
    [
      'no table of comments',
      `${head}${article}<h2>Comments</h2><table>${'<tr><td>+a<td>+12 March 2024'.repeat(3)}</table>`,
      [],
    ],
    ['no column of them', `${head}${prose(60)}<table><tr><td>+a<td class=comments>+b</table>`, []],
    ['no comments on an article of a law', `${head}${article}<h2>Commentaires : article 5</h2><p>+a</p>`, []],
    ['no opinions of guests', `${article}<h2>Opinie (3)</h2><p>+a</p>`, []],
    [
      'no answers to a question',
      `${head}<p>+article${' word'.repeat(60)}, or what?</p><h2>3 Comments</h2><p>+a</p><p>+b</p>`,
      [],
    ],
    ['no comments that are the page', '<p>+What do you say?</p><ol class=comments><li><p>+a</p></ol>', []],
    ['no replies to a short post', `${prose(60)}<ol class=comments><li><p>+a</p></ol>`, []],
    [
      'no replies of a forum that calls all its pages articles',
      `${head}<link rel=canonical href=/forum/1>${prose(60)}<ol class=comments><li><p>+a</p></ol>`,
      [],
    ],
    [
      'no posts of a thread',
      `<script type="application/ld+json">{"@type":"DiscussionForumPosting"}</script>${article}<ol class=comments><li>+a</ol>`,
      [],
    ],
    ['no comments above the article', `<ol class=comments><li><p>+a</p></ol>${article}`, []],
    ['no section that is about comments by its id', `<h2 id=respond-to-comments>+a</h2>${article}`, []],
  ])('drops %s', (_, html, texts) => {
    expect(dropped(html)).toEqual(texts);
  });

  it('leaves what the scorer is sure of, whatever it is called', () => {
    expect(dropped(`${article}<div class=comments><p>+a</p></div>`, 0.9)).toEqual([]);
  });
});
