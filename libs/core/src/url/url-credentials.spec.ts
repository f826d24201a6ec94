import { hideCredentials, withoutCredentials } from './url-credentials';

describe('hideCredentials', () => {
  it.each([
    ['https://me:secret@site.example/a?b=c@d', 'https://…@site.example/a?b=c@d'],
    ['https://token@site.example', 'https://…@site.example'],
    ['me:secret@site.example/a', '…@site.example/a'],
    ['http://me:one two@three@site.example/', 'http://…@site.example/'],
    ['http:me:secret@site.example/', 'http:…@site.example/'],
    ['https:///me:secret@site.example/', 'https:///…@site.example/'],
    ['https:/\\me:secret@site.example/', 'https:/\\…@site.example/'],
    ['//me:secret@site.example/', '//…@site.example/'],
    ['\u0001ht\ttps://me:sec\nret@site.example/', 'https://…@site.example/'],
    [' https://site.example/a\tb', ' https://site.example/a\tb'],
    ['https://site.example/@me', 'https://site.example/@me'],
    ['https://site.example/?to=me@home', 'https://site.example/?to=me@home'],
    ['https://site.example/#me@home', 'https://site.example/#me@home'],
    ['', ''],
  ])('turns %j into %j', (text, shown) => {
    expect(hideCredentials(text)).toBe(shown);
  });
});

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
