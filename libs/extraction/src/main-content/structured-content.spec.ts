import { LightElement } from '../tree/light-node';
import { serializeChildren } from '../tree/serialize-html';
import { showStructuredContent } from './structured-content';

const body = 'The whole article, which only scripts would show. '.repeat(8).trim();

function show(scripts: string[], shownChars = 0): string {
  const element = new LightElement('body');
  showStructuredContent(element, shownChars, {
    title: 'Of the page',
    sharedTitle: '',
    descriptions: ['Short.', 'What it is about.'],
    type: '',
    canonical: '',
    url: '',
    structured: scripts,
  });
  return serializeChildren(element);
}

describe('showStructuredContent', () => {
  const article = JSON.stringify({ '@type': 'NewsArticle', headline: 'Title', articleBody: body });
  const shown = `<h1>Title</h1><p>${body}</p>`;

  it.each([
    ['an article', [article], 0, shown],
    [
      'one in a graph',
      [JSON.stringify({ '@graph': [{ '@type': 'WebSite', name: 'Site' }, JSON.parse(article)] })],
      0,
      shown,
    ],
    ['nothing beside a page with text of its own', [article], 5000, ''],
    ['nothing of a few words', [JSON.stringify({ headline: 'Title', description: 'Short.' })], 1, ''],
    ['what can be read of several scripts', ['{broken', article], 0, shown],
    ['no text twice', [article, article], 0, shown],
    [
      'paragraphs',
      [JSON.stringify({ articleBody: `<p>${body}</p><p>b &lt;</p>` })],
      0,
      `<p>${body}</p><p>b &amp;lt;</p>`,
    ],
    ['nothing of what is nested without end', ['['.repeat(100_000)], 1, ''],
    ['nothing of types nested without end', [`{"@type":${'['.repeat(50_000)}${']'.repeat(50_000)}}`], 1, ''],
    ['title and description of a page that shows nothing', [], 0, '<h1>Of the page</h1><p>What it is about.</p>'],
  ])('shows %s', (_, scripts, shownChars, html) => {
    expect(show(scripts, shownChars)).toBe(html);
  });
});
