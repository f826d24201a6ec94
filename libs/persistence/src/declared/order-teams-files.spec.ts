import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { processActor } from '../note-change';
import { applyTeams, applyTeamsFile, pruneTeams } from './apply-teams';
import type { DeclaredTeams } from './declared-teams';

let scratch: TestDatabase;
beforeEach(async () => {
  scratch = await startTestDatabase();
});
afterEach(() => scratch.close());

const actor = processActor('teams-file');
const [A, B, C]: DeclaredTeams[] = ['A', 'B', 'C'].map((digest) => ({ digest, prune: false, teams: [] }));
const numbered = (declared: DeclaredTeams, generation: number): DeclaredTeams => ({
  ...declared,
  digest: `${declared.digest}${generation}`,
  generation,
});

type Application = (declared: DeclaredTeams) => Promise<string>;
const byFile =
  (replaces?: DeclaredTeams): Application =>
  async (declared) => {
    const outcome = await applyTeamsFile(scratch.database, actor, declared, replaces?.digest);
    return outcome.kind === 'refused' ? outcome.reason : outcome.kind;
  };
const atStart = byFile();
const after = byFile;
const command: Application = async (declared) => {
  await applyTeams(scratch.database, actor, declared);
  return 'applied';
};
const pruning: Application = async (declared) => {
  const outcome = await pruneTeams(scratch.database, actor, declared);
  return outcome.kind === 'refused' ? outcome.reason : outcome.kind;
};

type Step = [declared: DeclaredTeams, apply: Application, expected: string];

describe('the order of teams files', () => {
  it.each<[string, Step[]]>([
    [
      'applies the last content again',
      [
        [A!, atStart, 'applied'],
        [A!, atStart, 'applied'],
        [A!, pruning, 'applied'],
      ],
    ],
    [
      'refuses an older copy at start, also for pruning',
      [
        [A!, atStart, 'applied'],
        [B!, after(A!), 'applied'],
        [A!, atStart, 'superseded'],
        [A!, pruning, 'superseded'],
      ],
    ],
    [
      'refuses a change from one older copy to another',
      [
        [A!, atStart, 'applied'],
        [B!, after(A!), 'applied'],
        [C!, after(B!), 'applied'],
        [B!, after(A!), 'superseded'],
      ],
    ],
    [
      'applies a rollback: a change from the last content to an older one',
      [
        [A!, atStart, 'applied'],
        [B!, after(A!), 'applied'],
        [A!, after(B!), 'applied'],
        [B!, atStart, 'superseded'],
      ],
    ],
    [
      'applies an older content by command',
      [
        [A!, atStart, 'applied'],
        [B!, atStart, 'applied'],
        [A!, command, 'applied'],
      ],
    ],
    [
      'refuses a lower generation, also of an unknown content and after a change',
      [
        [numbered(A!, 5), atStart, 'applied'],
        [numbered(B!, 4), after(numbered(A!, 5)), 'lower-generation'],
        [C!, atStart, 'lower-generation'],
        [numbered(B!, 4), command, 'applied'],
      ],
    ],
    [
      'applies an older content with a higher generation',
      [
        [A!, atStart, 'applied'],
        [B!, atStart, 'applied'],
        [numbered(A!, 1), atStart, 'applied'],
      ],
    ],
  ])('%s', async (_, steps) => {
    for (const [declared, apply, expected] of steps) expect(await apply(declared)).toBe(expected);
  });
});
