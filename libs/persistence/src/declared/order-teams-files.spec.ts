import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { processActor } from '../note-change';
import { applyTeams } from './apply-teams';
import type { DeclaredTeams } from './declared-teams';
import { digestOfTeams, type TeamsFileSource } from './order-teams-files';

let scratch: TestDatabase;
beforeEach(async () => {
  scratch = await startTestDatabase();
});
afterEach(() => scratch.close());

const actor = processActor('teams-file');
const [A, B, C]: DeclaredTeams[] = [1, 2, 3].map((credits) => ({
  prune: false,
  teams: [
    {
      name: 'search',
      limits: {
        maxConcurrency: null,
        scrapesPerMinute: null,
        jobsPerMinute: null,
        creditsLimited: false,
        zeroDataRetention: false,
        retentionHours: null,
      },
      hosts: { allowed: [], closed: [] },
      credits,
      keys: [],
    },
  ],
}));
const numbered = (declared: DeclaredTeams, generation: number): DeclaredTeams => ({ ...declared, generation });
const command: TeamsFileSource = { from: 'command' };
const pruning: TeamsFileSource = { from: 'pruning' };
const atStart: TeamsFileSource = { from: 'file' };
const after = (before: DeclaredTeams): TeamsFileSource => ({ from: 'file', replaces: digestOfTeams(before) });

type Step = [declared: DeclaredTeams, source: TeamsFileSource, expected: string];

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
    for (const [declared, source, expected] of steps) {
      const outcome = await applyTeams(scratch.database, actor, declared, { source });
      expect(outcome.kind === 'refused' ? outcome.reason : outcome.kind).toBe(expected);
    }
  });
});
