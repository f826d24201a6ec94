import { Addresses } from './addresses';

describe('encodeQuery', () => {
  // Checked against `a.href` of Chromium.
  it.each([
    ['shift_jis', '/日?q=日本#日', 'https://example.com/%E6%97%A5?q=%93%FA%96{#%E6%97%A5'],
    ['shift_jis', '?q=ソ', 'https://example.com/page?q=%83\\'],
    ['euc-jp', '?q=日', 'https://example.com/page?q=%C6%FC'],
    ['gb18030', '?q=中&r=%E4', 'https://example.com/page?q=%D6%D0&r=%E4'],
    ['big5', '?q=中', 'https://example.com/page?q=%A4%A4'],
    ['cp949', '?q=한', 'https://example.com/page?q=%C7%D1'],
    ['windows-1251', '?q=д', 'https://example.com/page?q=%E4'],
    ['windows-1252', '?q=é€中', 'https://example.com/page?q=%E9%80%26%2320013%3B'],
    ['windows-1252', '/é', 'https://example.com/%C3%A9'],
    ['windows-1252', 'mailto:a@b.example?subject=é', 'mailto:a@b.example?subject=%C3%A9'],
    ['utf-8', '?q=é', 'https://example.com/page?q=%C3%A9'],
    ['utf-16le', '?q=é', 'https://example.com/page?q=%C3%A9'],
  ])('in %s encodes %s as %s', (charset, reference, url) => {
    expect(new Addresses('https://example.com/page', charset).resolve(reference)).toBe(url);
  });
});
