import { FairQueue } from './fair-queue';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const endless = () => new Promise<never>(() => undefined);
const after = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Resolves to the status of the error, or to undefined. */
const statusOf = (run: Promise<unknown>) =>
  run.then(
    () => undefined,
    (error) => error.status,
  );

describe('FairQueue', () => {
  it.each<[string, (turns: FairQueue) => void]>([
    [
      'tasks of other teams',
      (turns) => {
        for (const team of ['a', 'b']) void turns.run(team, endless);
      },
    ],
    [
      'a task of the team, then for tasks of other teams',
      (turns) => {
        void turns.run('waiting', after(20_000));
        void turns.run('a', endless);
        void turns.run('b', endless);
      },
    ],
  ])('returns 503 after waiting 30 s for %s', async (_, occupy) => {
    const turns = new FairQueue();
    occupy(turns);
    let status: unknown = 'waiting';
    void statusOf(turns.run('waiting', async () => undefined)).then((ended) => {
      status = ended;
    });
    await jest.advanceTimersByTimeAsync(29_000);
    expect(status).toBe('waiting');
    await jest.advanceTimersByTimeAsync(1_100);
    expect(status).toBe(503);
  });
});
