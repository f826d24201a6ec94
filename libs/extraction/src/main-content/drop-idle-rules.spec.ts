import { parseHtml } from '../tree/parse-html';
import { serializeChildren } from '../tree/serialize-html';
import { dropIdleRules } from './drop-idle-rules';

function drop(html: string): string {
  const { body } = parseHtml(html);
  dropIdleRules(body);
  return serializeChildren(body);
}

describe('dropIdleRules', () => {
  it.each([
    ['between texts', '<p>a</p><hr><p>b</p>'],
    ['between pictures', '<img src="1"><div><hr></div><img src="2">'],
    ['before a link with a label', '<p>a</p><hr><a href="/b" aria-label="b"></a>'],
    ['before a link with a title', '<p>a</p><hr><a href="/b" title="b"></a>'],
    ['before a frame', '<p>a</p><hr><div data-original-tag="iframe" src="/f"></div>'],
  ])('keeps a line %s', (_, html) => {
    expect(drop(html)).toBe(html);
  });

  it.each([
    ['at the start', '<hr><p>a</p>', '<p>a</p>'],
    ['at the end', '<p>a</p><div><hr> </div>', '<p>a</p><div> </div>'],
    ['behind another', '<p>a</p><hr><ul> </ul><hr><p>b</p>', '<p>a</p><hr><ul> </ul><p>b</p>'],
    ['before a link without a label', '<p>a</p><hr><a href="/b"></a>', '<p>a</p><a href="/b"></a>'],
    ['before an image of nothing', '<p>a</p><hr><img src="">', '<p>a</p><img src="">'],
    ['of nothing', '<div><hr><hr></div>', '<div></div>'],
  ])('takes out one %s', (_, html, left) => {
    expect(drop(html)).toBe(left);
  });
});
