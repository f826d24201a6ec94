import { getEventListeners } from 'node:events';
import { Deadline, Interrupted } from './deadline';

describe('Deadline', () => {
  it.each([0, 1])('is interrupted by stop signal %i, even if it aborted before', (index) => {
    const stops = [new AbortController(), new AbortController()];
    const signals = stops.map(({ signal }) => signal);
    const running = new Deadline(Date.now() + 60_000, signals);
    expect(running.signal.aborted).toBe(false);
    stops[index]?.abort();
    const late = new Deadline(Date.now() + 60_000, signals);
    for (const deadline of [running, late]) {
      expect(deadline.signal.reason).toBeInstanceOf(Interrupted);
      deadline.release();
    }
  });

  it('removes its listeners from stop signals on release', () => {
    const signals = [new AbortController().signal, new AbortController().signal];
    const deadline = new Deadline(Date.now() + 60_000, signals);
    const listeners = () => signals.map((signal) => getEventListeners(signal, 'abort').length);
    expect(listeners()).toEqual([1, 1]);
    deadline.release();
    expect(listeners()).toEqual([0, 0]);
  });
});
