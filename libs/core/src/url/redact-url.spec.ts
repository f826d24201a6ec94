import { maskUserInfo, redactUrl, removeUserInfo } from './redact-url';

describe('maskUserInfo', () => {
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
  ])('returns for %j %j', (text, masked) => {
    expect(maskUserInfo(text)).toBe(masked);
  });
});

describe('removeUserInfo', () => {
  it.each([
    ['https://me:secret@site.example/a?b=c@d#e', 'https://site.example/a?b=c@d#e'],
    ['https://me@site.example', 'https://site.example/'],
    ['https://site.example/@me', 'https://site.example/@me'],
    ['about:blank', 'about:blank'],
    ['me:secret', 'me:secret'],
    ['', ''],
  ])('returns for %j %j', (text, rest) => {
    expect(removeUserInfo(text)).toBe(rest);
  });
});

describe('redactUrl', () => {
  it.each([
    ['https://me:secret@site.example:8443/a?key=secret#b', 'https://site.example:8443/a?…'],
    ['https://site.example', 'https://site.example/'],
    ['me:secret@site', ''],
  ])('returns for %j %j', (text, redacted) => {
    expect(redactUrl(text)).toBe(redacted);
  });
});
