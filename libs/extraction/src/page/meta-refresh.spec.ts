import { parseHtml } from '../tree/parse-html';
import { redirectsSoon } from './meta-refresh';

const url = 'https://site.test/page?a=1';

describe('redirectsSoon', () => {
  it.each<[string, boolean]>([
    ['<meta http-equiv=refresh content="0;url=/next">', true],
    [`<meta http-equiv="Refresh" content=" 3 ; URL = '/next' ">`, true],
    ['<meta http-equiv=refresh content="0, https://other.test/">', true],
    ['<meta http-equiv=refresh content="1.5; /next">', true],
    ['<meta http-equiv=refresh content=".5; url=/next">', true],
    [`<meta http-equiv=refresh content="0; url='/next">`, true],
    ['<meta http-equiv=refresh content="url=/next">', false],
    ['<p>words<meta http-equiv=refresh content="0;url=/next">', true],
    ['<meta http-equiv=refresh content=0>', false],
    ['<meta http-equiv=refresh content="0; url=">', false],
    ['<meta http-equiv=refresh content="6; url=/next">', false],
    ['<meta http-equiv=refresh content="0; url=#top">', false],
    ['<meta http-equiv=refresh content="0; url=?a=1#top">', false],
    ['<meta http-equiv=refresh content="0; url=javascript:x()">', false],
    ['<noscript><meta http-equiv=refresh content="0; url=/nojs"></noscript>', false],
    ['<meta name=refresh content="0; url=/next">', false],
  ])('for %s returns %p', (html, expected) => {
    expect(redirectsSoon(parseHtml(html).root, { url, baseUrl: url })).toBe(expected);
  });

  it.each([
    ['0;url=/next', true],
    [' 2 ; URL = "/next"', true],
    [`3; url='/next'`, true],
    ['1.5, /next', true],
    ['30;url=/next', false],
    ['5', false],
    ['0; url=/page?a=1', false],
  ])('for the Refresh header %s returns %p', (header, expected) => {
    const { root } = parseHtml('<p>words');
    expect(redirectsSoon(root, { url, baseUrl: url, header })).toBe(expected);
  });
});
