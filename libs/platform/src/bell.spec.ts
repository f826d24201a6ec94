import { getEventListeners } from 'node:events';
import { Bell } from './bell';

describe('Bell', () => {
  it.each([
    ['a ring', (bell: Bell) => bell.ring()],
    ['the time', () => undefined],
    ['the end', (_: Bell, controller: AbortController) => controller.abort()],
  ])('wakes at %s and leaves no listener behind', async (_, act) => {
    const bell = new Bell();
    const controller = new AbortController();
    const waited = bell.wait(20, controller.signal);
    act(bell, controller);
    await waited;
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  it('keeps a ring that nobody waited for', async () => {
    const bell = new Bell();
    bell.ring();
    await bell.wait(60_000, new AbortController().signal);
  });
});
