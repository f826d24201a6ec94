import { withoutCredentials } from './without-credentials';

describe('withoutCredentials', () => {
  it.each([
    ['https://me:secret@site.example/a?b=c@d#e', 'https://site.example/a?b=c@d#e'],
    ['https://me@site.example', 'https://site.example/'],
    ['https://site.example/@me', 'https://site.example/@me'],
    ['about:blank', 'about:blank'],
    ['me:secret', 'me:secret'],
    ['', ''],
  ])('turns %j into %j', (text, rest) => {
    expect(withoutCredentials(text)).toBe(rest);
  });
});
