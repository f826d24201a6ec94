import { changes } from '../../../test/complete-choice';
import { keepQuotes } from './quotes';

const words = (count: number): string => 'word '.repeat(count).trim();
const kept = (html: string): string[] => changes(html, keepQuotes);

describe('keepQuotes', () => {
  it.each([
    ['the text below an attribution', '<blockquote><p>+Anna said:</p><p>b</p></blockquote><p>+c', ['b']],
    ['no button of a quote', '<blockquote><p>+Anna said:</p><p>b</p><button>More</button></blockquote>', ['b']],
    ['a quote in a quote', '<blockquote><blockquote><p>+Anna said:</p><p>b</p></blockquote></blockquote><p>+c', ['b']],
    ['no rest of a quote with kept text', `<blockquote><p>+${words(13)}</p><p>b</p></blockquote>`, []],
    ['no long quote', `<blockquote><p>+Anna said:</p><p>${words(20)}</p></blockquote>`, []],
    ['no quote without a kept block', '<blockquote><p>Anna said:</p><p>b</p></blockquote><p>+c', []],
    [
      'no layout around the title',
      `<head><title>A title</title></head><blockquote><h1>+A title</h1><p>${words(20)}</p></blockquote>`,
      [],
    ],
  ])('keeps %s', (_, html, texts) => {
    expect(kept(html)).toEqual(texts);
  });
});
