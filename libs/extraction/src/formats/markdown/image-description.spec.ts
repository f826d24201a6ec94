import { describeImage } from './image-description';

describe('describeImage', () => {
  it.each([
    ['Salt &amp; Pepper', 'Salt & Pepper'],
    ['the room she&#039;s in', "the room she's in"],
    ['12&#34; pan', '12" pan'],
    ['null', ''],
    ['undefined', ''],
    ['[object Object]', ''],
    ['null and void', 'null and void'],
    ['R&D & more', 'R&D & more'],
  ])('%s is: %s', (alt, text) => {
    expect(describeImage(alt)).toBe(text);
  });
});
