import { z } from 'zod';
import { loadConfigs } from './config';
import { timerDuration } from './durations';

describe('timerDuration', () => {
  const read = (text: string) => loadConfigs({ some: z.object({ EVERY: timerDuration(1) }) }, { EVERY: text }).some;

  it('accepts durations that a timer supports', () => {
    expect(read('1ms')).toEqual({ EVERY: 1 });
    expect(read('576h')).toEqual({ EVERY: 24 * 24 * 3_600_000 });
  });

  // setTimeout fires after 1 ms for delays above 2 ** 31 - 1 ms.
  it.each(['0s', '577h', '720h', '99999999999999999999h'])('refuses %s', (text) => {
    expect(() => read(text)).toThrow('EVERY: must be from 1ms to 576h');
  });
});
