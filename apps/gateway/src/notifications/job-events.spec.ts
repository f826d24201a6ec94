import { JobEvents } from './job-events';

const never = new AbortController().signal;

describe('JobEvents', () => {
  it('wakes everyone who follows the job, and nobody else', async () => {
    const events = new JobEvents();
    const woken: string[] = [];
    const waits = ['a', 'a', 'b'].map((job, index) =>
      events.next(job, index === 2 ? 20 : 60_000, never).then(() => woken.push(`${job}${index}`)),
    );
    events.announce('a');
    await Promise.all(waits.slice(0, 2));
    expect(woken).toEqual(['a0', 'a1']);
    await waits[2];
    expect(woken).toEqual(['a0', 'a1', 'b2']);
  });

  it('lets go of who does not wait any longer', async () => {
    const events = new JobEvents();
    const leaving = new AbortController();
    const wait = events.next('a', 60_000, leaving.signal);
    leaving.abort();
    await wait;
    await events.next('a', 60_000, leaving.signal);
    const calls: number[] = [];
    const end = events.follow('a', () => calls.push(1));
    events.announce('a');
    end();
    events.announce('a');
    expect(calls).toEqual([1]);
  });
});
