import { setTimeout as sleep } from 'node:timers/promises';
import { RecordingPublisher } from '@orbweaver/testing';
import { watchedLog } from '../../test/test-frontier';
import { CompiledJobs } from './compiled-jobs';
import { JobMemories, JobMemory } from './job-memories';
import { ResultNotifier } from './result-notifier';

const known = (memory: JobMemory<object>, ...jobIds: string[]) => jobIds.filter((jobId) => memory.get(jobId));

describe('JobMemory', () => {
  it('evicts the least recently used jobs above the total weight, including grown ones', () => {
    const memory = new JobMemory<object>({ maxWeight: 100, maxJobs: 3 });
    for (const jobId of ['a', 'b', 'c']) memory.keep(jobId, {}, 0);
    memory.keep('a', {}, 98);
    expect(known(memory, 'a', 'b', 'c')).toEqual(['a', 'b', 'c']);
    memory.keep('c', {}, 2);
    expect(known(memory, 'a', 'b', 'c')).toEqual(['b', 'c']);
    memory.keep('c', {}, 101);
    expect(known(memory, 'a', 'b', 'c')).toEqual(['b']);
  });

  it('evicts a job that was not used for a while', async () => {
    const memory = new JobMemory<object>({ maxWeight: 100 }, 2_000);
    memory.keep('old', {}, 1);
    memory.keep('going on', {}, 1);
    await sleep(1_500);
    memory.keep('going on', {}, 2);
    await sleep(1_500);
    expect(known(memory, 'old', 'going on')).toEqual(['going on']);
  });
});

describe('JobMemories', () => {
  it('drops a job when it is settled', async () => {
    const memories = new JobMemories();
    const [one, other] = [memories.open({ maxWeight: 10 }), memories.open({ maxWeight: 10 })];
    for (const memory of [one, other]) for (const jobId of ['ended', 'running']) memory.keep(jobId, {}, 1);
    const metrics = { settled: () => undefined } as never;
    const jobs = new CompiledJobs({} as never);
    const notifier = new ResultNotifier(
      new RecordingPublisher(),
      () => new Date(),
      watchedLog,
      metrics,
      jobs,
      memories,
    );
    const settlement = {
      jobId: 'ended',
      teamId: 'team',
      reason: 'finished' as const,
      pages: 1,
      urlLists: 0,
      error: null,
    };
    await notifier.settled(settlement);
    for (const memory of [one, other]) expect(known(memory, 'ended', 'running')).toEqual(['running']);
  });
});
