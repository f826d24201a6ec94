import { getEventListeners } from 'node:events';
import { WakeSignal } from './wake-signal';

describe('WakeSignal', () => {
  it.each([
    ['a ring', (bell: WakeSignal) => bell.set()],
    ['the time', () => undefined],
    ['the end', (_: WakeSignal, controller: AbortController) => controller.abort()],
  ])('wakes on %s and removes its listeners', async (_, act) => {
    const bell = new WakeSignal();
    const controller = new AbortController();
    const waited = bell.wait(20, controller.signal);
    act(bell, controller);
    await waited;
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  it('keeps a signal for the next wait', async () => {
    const bell = new WakeSignal();
    bell.set();
    await bell.wait(60_000, new AbortController().signal);
  });
});
