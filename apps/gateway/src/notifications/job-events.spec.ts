import { JobEvents } from './job-events';

const never = new AbortController().signal;

describe('JobEvents', () => {
  it('wakes only the followers of the job', async () => {
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

  it('removes a follower whose signal aborts', async () => {
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
