import { parseHtml } from '../tree/parse-html';
import { textOf } from '../tree/walk';
import { dropSkipLinks } from './drop-skip-links';

describe('dropSkipLinks', () => {
  it.each([
    ['a link to the content', '<a href=#main>Skip to main content</a>'],
    ['one with the address of the page', '<a href=https://a.example/p#main>Skip navigation</a>'],
    ['one that its class names', '<ul><li><a class="skip-link sr" href=#m>Content</a></ul>'],
    ['one of another language', '<a href=#inhalt>Direkt zum Inhalt</a>'],
    ['one without spaces', '<a href=#main>本文へ移動</a>'],
    ['several', '<a href=#a>Skip to content</a><a href=#b>Skip to footer</a>'],
  ])('takes out %s', (_, links) => {
    expect(shown(`${links}<h1>Title</h1>`)).toBe('Title');
  });

  it.each([
    ['a link to another page', '<a href=/skip>Skip to content</a><h1>t</h1>', 'Skip to contentt'],
    ['a link among the text', '<h1>t</h1><a href=#list>Skip to the list</a>', 'tSkip to the list'],
    ['what is called otherwise', '<a href=#a>Skipper of the year</a><h1>t</h1>', 'Skipper of the yeart'],
    [
      'a link behind a long menu',
      `${'<a href=/x>x</a>'.repeat(24)}<a href=#a>Skip to b</a>`,
      `${'x'.repeat(24)}Skip to b`,
    ],
  ])('keeps %s', (_, html, text) => {
    expect(shown(html)).toBe(text);
  });
});

function shown(html: string): string {
  const { body } = parseHtml(`<body>${html}`);
  dropSkipLinks(body);
  return textOf(body);
}
