import { parseHtml } from '../tree/parse-html';
import { textOf } from '../tree/walk';
import { dropSkipLinks } from './drop-skip-links';

describe('dropSkipLinks', () => {
  it.each([
    ['a link to the content', '<a href=#main>Skip to main content</a>'],
    ['a link with the URL of the page', '<a href=https://a.example/p#main>Skip navigation</a>'],
    ['a link with a class of skip links', '<ul><li><a class="skip-link sr" href=#m>Content</a></ul>'],
    ['a link with instructions', '<div><span><a href=#m>Skip to main content (Press Enter) ›</a></span></div>'],
    ...[
      'Skip navigation',
      'Skip to the main content area',
      'Jump to search',
      'Skip to footer',
      'Go to main content',
      'Direkt zum Inhalt',
      'Zum Hauptinhalt springen',
      'Aller au contenu principal',
      'Aller au menu',
      'Saltar al contenido',
      'Pular para o conteúdo',
      'Vai al contenuto principale',
      'Ga naar de inhoud',
      'Przejdź do treści',
      'Hoppa till innehåll',
      'Gå til hovedindhold',
      'Перейти к основному содержанию',
      '本文へ移動',
      'コンテンツへスキップ',
      '跳到主要内容',
      '본문 바로가기',
      'انتقل إلى المحتوى',
    ].map((text) => [`one of a language: ${text}`, `<a href=#m>${text}</a>`]),
    ['several', '<a href=#a>Skip to content</a><a href=#b>Skip to footer</a>'],
    ['a link in a list of skip links', '<ul class=skip-links><li><a href=#a>Products</a></ul>'],
  ])('removes %s', (_, links) => {
    expect(shown(`${links}<h1>Title</h1>`)).toBe('Title');
  });

  it.each([
    '<a class="skip-to-content-link button" href=#p>Skip to product information</a>',
    '<a class="mw-jump-link" href=#searchInput>Jump to search</a>',
  ])('removes a link by its class after the title: %s', (link) => {
    expect(shown(`<h1>Title</h1><p>${'<a href=/x>x</a>'.repeat(24)}</p>${link}`)).toBe(`Title${'x'.repeat(24)}`);
  });

  it.each([
    ['a link in a target of skip links', '<h1>t</h1><div class=skip-main><p><a href=#b>Use</a></p></div>', 'tUse'],
    ['a hidden link to a topic', '<h1>t</h1><a class=sr-only href=#b>Skippers</a>', 'tSkippers'],
    ['a visible link', '<h1>t</h1><a class=button href=#b>Jump to recipe</a>', 'tJump to recipe'],
    ['a hidden link to another page', '<h1>t</h1><a class=sr-only href=/b>Skip to part two</a>', 'tSkip to part two'],
    ['a link to another page', '<a href=/skip>Skip to content</a><h1>t</h1>', 'Skip to contentt'],
    ['a link within text', '<h1>t</h1><a href=#list>Skip to the list</a>', 'tSkip to the list'],
    ['a part of a sentence', '<p>You can <a href=#b>skip to content</a>.</p>', 'You can skip to content.'],
    ['a route', '<a class=skip-link href=#/shop>Skip to content</a>', 'Skip to content'],
    ['a fragment of another site', '<a href=https://other.example/a#b>Skip to content</a>', 'Skip to content'],
    ['a fragment of another page', '<a href=https://a.example/q#b>Skip to content</a>', 'Skip to content'],
    ['a class with another meaning', '<a class=skip href=#b>Skip</a>', 'Skip'],
    ...[
      'skip to the examples',
      'Jump to content delivery',
      'Go to menu',
      'Zum Inhalt des Pakets',
      'Aller au menu du jour',
      'Ir al centro',
      'Hoppa till Stockholm',
      'Gå till kassan',
      'Перейти к оплате',
      'انتقل إلى الدرس الأول',
      'コンテンツに関するお知らせ',
      '跳到第二章',
      '메뉴 바로 주문',
    ].map((text) => [`a link to a subject: ${text}`, `<a href=#b>${text}</a>`, text]),
    ['links with similar class names', '<a href=#a>Skipper of the year</a><h1>t</h1>', 'Skipper of the yeart'],
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
  dropSkipLinks(body, 'https://a.example/p');
  return textOf(body);
}
