import { changes } from '../../../test/complete-choice';
import { settleQuotes } from './settle-quotes';

const long = `b${' word'.repeat(20)}`;
const settled = (html: string): string[] =>
  changes(html, (page, kept) => settleQuotes(page, kept)).map((text) => text.split(' ')[0] ?? '');

describe('settleQuotes', () => {
  it.each([
    ['keeps a short quote', '<blockquote><p>+Anna said:</p><p>b</p></blockquote><p>+c', ['b']],
    ['keeps no button of it', '<blockquote><p>+Anna said:</p><p>b</p><button>More</button></blockquote>', ['b']],
    ['drops who said something longer', `<blockquote><p>+Anna said:</p><p>${long}</p></blockquote><p>+c`, ['-Anna']],
    [
      'leaves a quote of which more is kept',
      `<blockquote><p>+a${' word'.repeat(12)}</p><p>${long}</p></blockquote>`,
      [],
    ],
    [
      'leaves the title of the page',
      `<head><title>A title</title></head><blockquote><h1>+A title</h1><p>${long}</p></blockquote>`,
      [],
    ],
    ['leaves a quote without anything kept', '<blockquote><p>Anna said:</p><p>b</p></blockquote><p>+c', []],
    [
      'drops who said something in a post that is a quote itself',
      `<blockquote><blockquote><p>+Anna said:</p><p>${long}</p></blockquote><p>+c${' word'.repeat(20)}</p></blockquote>`,
      ['-Anna'],
    ],
  ])('%s', (_, html, texts) => {
    expect(settled(html)).toEqual(texts);
  });
});
