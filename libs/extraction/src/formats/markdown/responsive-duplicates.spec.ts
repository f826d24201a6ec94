import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (html: string) => toMarkdown(parseHtml(html).root);

describe('isResponsiveDuplicate', () => {
  it.each([
    ['slides in', '<a href=/a><span class=btn-text>About</span><span class="btn-text btn-duplicate">About</span></a>'],
    ['is shown on touch', '<a href=/a><div class=label>About</div><div class="label is-hover">About</div></a>'],
    ['is for small screens', '<a href=/a><span class=ctaText>About</span> <span class=ctaTextMobile>About</span></a>'],
    [
      'is for wide ones',
      '<a href=/a><span class="md:hidden">About</span><span class="hidden md:block">About</span></a>',
    ],
  ])('removes a repeated label that %s', (_, html) => {
    expect(convert(html)).toBe('[About](/a)');
  });

  it.each([
    [
      'the date of a change on the same day',
      '<p><time class=published>May 1</time><time class=updated>May 1</time></p>',
      'May 1',
    ],
    [
      'a heading for another screen',
      '<div class=desktop><h2>May 1</h2></div><div class=mobile><h2>May 1</h2></div>',
      '## May 1',
    ],
  ])('removes %s', (_, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it.each([
    ['a city in the state of its name', '<span class=city>New York</span> <span class=state>New York</span>', 2],
    ['a cell for wide screens', '<span class=cell>Yes</span> <span class="cell hidden md:block">Yes</span>', 2],
    ['a county next to its town', '<span class=town>Oslo</span> <span class="county mobile">Oslo</span>', 2],
    ['two words', '<span>knock</span> <span>knock</span>', 2],
    ['words of one class', '<span class="word mobile">bye</span> <span class="word mobile">bye</span>', 2],
    ['numbers', '<span class=desktop>0%</span> <span class=mobile>0%</span>', 2],
    ['cells', '<div class="cell hidden a">Yes</div><div class="cell hidden b">Yes</div>', 2],
    ['a cell next to the name of its row', '<div class="head desktop">Oak</div><div class=cell>Oak</div>', 2],
    ['the date of a change on another day', '<time class=published>May 1</time><time class=updated>May 2</time>', 2],
    ['another text', '<a href=/d><span class=desktop>Documents</span> <span class=mobile>Docs</span></a>', 2],
  ])('keeps %s', (_, html, count) => {
    expect(
      convert(html)
        .match(/\w+%|New York|May \d|\w+(?=\W|$)/g)
        ?.filter((word) => word !== 'd'),
    ).toHaveLength(count);
  });
});
