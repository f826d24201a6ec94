import { randomUUID } from 'node:crypto';
import { until } from '@orbweaver/testing';
import { publishInvalidMessage } from '../harness/publish-invalid-message';
import { addTeam } from '../harness/run-admin';
import { System } from '../harness/system';

const LETTER_WITHIN_MS = 30_000;

interface Letter {
  offset: string;
  key: string | null;
  topic: string;
  group: string;
  attempts: number;
  error: string;
}

describe('dead letters over HTTP', () => {
  const system = System.shared();

  it('lists a dead letter with its reason, and delivers it again on replay, which the audit log records', async () => {
    const admin = system.api(await addTeam(system, [], undefined, 'admin'));
    const key = randomUUID();
    const readLetters = async (): Promise<Letter[]> => {
      const { status, body } = await admin.get('/admin/v1/dead-letters');
      expect([status, body.success]).toEqual([200, true]);
      return body.deadLetters.filter((letter: Letter) => letter.key === key);
    };
    const waitForLetters = async (count: number): Promise<Letter[]> => {
      let found: Letter[] = [];
      await until(
        `${count} dead letters`,
        async () => {
          found = await readLetters();
          return found.length === count;
        },
        LETTER_WITHIN_MS,
      );
      return found;
    };

    await publishInvalidMessage(system, key);
    const [letter] = await waitForLetters(1);
    expect(letter).toMatchObject({
      topic: 'job.settled',
      group: 'orbweaver.results',
      attempts: 0,
      error: expect.stringContaining('jobId'),
    });

    const replay = (offset: string) => admin.post('/admin/v1/dead-letters/replay', { offset });
    expect(await replay(letter!.offset)).toMatchObject({
      status: 200,
      body: { success: true, replayed: 1, refused: 0 },
    });
    // The replayed message is invalid too.
    const letters = await waitForLetters(2);
    expect(letters.map(({ topic }) => topic)).toEqual(['job.settled', 'job.settled']);
    expect(letters[0]).toEqual(letter);
    const { entries } = (await admin.get('/admin/v1/audit')).body;
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'dead-letters.replay',
        target: 'job.settled',
        changes: expect.objectContaining({ offsets: { before: null, after: [letter!.offset] } }),
      }),
    );
    expect(await replay('999999999999')).toMatchObject({ status: 404 });
  });
});
