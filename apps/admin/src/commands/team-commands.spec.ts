import { randomUUID } from 'node:crypto';
import { addCreditEntries, addKey, ensureTeam, findCaller, hashApiKey } from '@orbweaver/persistence';
import { AdminHarness, adminWith } from '../../test/admin-harness';

let harness: AdminHarness;
beforeAll(async () => {
  harness = await AdminHarness.start();
});
afterAll(() => harness.close());

const admin = (...args: string[]) => harness.run(...args);

describe('team and key commands', () => {
  it('adds, lists and revokes a key', async () => {
    expect(await admin('team', 'add', '--name', 'Search', '--max-concurrency', '5')).toMatchObject({ status: 0 });
    const added = await admin('key', 'add', '--team', 'Search', '--name', 'importer');
    const key = added.out.at(-1)!;
    expect(key).toMatch(/^[A-Za-z0-9_-]{32,}$/);
    const caller = () => findCaller(harness.postgres.database, hashApiKey(key));
    expect(await caller()).toMatchObject({ maxConcurrency: 5 });

    const listed = await admin('key', 'list', '--team', 'Search');
    expect(listed.out).toEqual([
      expect.stringMatching(/^ID +TEAM +NAME +RIGHTS +NETWORKS +CREATED +LAST USED +STATE$/),
      expect.stringMatching(/^\S{36} {2}Search {2}importer {2}team {4}all {7}\S+ +never +valid$/),
    ]);
    expect(listed.out.join()).not.toContain(key);

    const id = listed.out[1]!.split(' ')[0]!;
    expect(await admin('key', 'revoke', id)).toMatchObject({ status: 0, out: [`revoked key ${id}`] });
    expect(await caller()).toBeUndefined();
    expect(await admin('key', 'revoke', id)).toMatchObject({ status: 1, err: `The key ${id} is already revoked.` });
    expect((await admin('key', 'list')).out[1]).toContain('revoked 20');
  });

  it('adds a key with rights and networks, and rotates it', async () => {
    await admin('team', 'add', '--name', 'Rotation');
    const options = ['--rights', 'crawl,read', '--networks', '10.0.0.0/8, 2001:db8::/32'];
    const first = (await admin('key', 'add', '--team', 'Rotation', '--name', 'importer', ...options)).out.at(-1)!;
    const caller = (key: string) => findCaller(harness.postgres.database, hashApiKey(key));
    const found = { rights: ['crawl', 'read'], networks: ['10.0.0.0/8', '2001:db8::/32'] };
    const { keyId } = (await caller(first))!;
    const rotated = await admin('key', 'rotate', keyId, '--overlap', '1h');
    expect(rotated.out[0]).toMatch(new RegExp(`of team "Rotation", which does not expire; ${keyId} expires 20`));
    for (const key of [first, rotated.out.at(-1)!])
      expect(await caller(key)).toMatchObject({ ...found, isExpired: false });
    await admin('key', 'rotate', keyId, '--overlap', '0s');
    expect(await caller(first)).toMatchObject({ isExpired: true });
    expect(await admin('key', 'rotate', keyId)).toMatchObject({ status: 1, err: expect.stringMatching(/has expired/) });
    expect(await admin('key', 'rotate', keyId, '--overlap', '31d')).toMatchObject({ status: 64 });
    const wrong = await admin('key', 'add', '--team', 'Rotation', '--name', 'x', '--networks', '10.0.0.0/33');
    expect(wrong).toMatchObject({ status: 64, err: expect.stringMatching(/^--networks must be a comma list/) });
  });

  it.each([['job', 'list'], ['key', 'list'], ['webhook', 'list'], ['audit', 'list'], ['usage']])(
    'reject an unknown team: %s %s',
    async (...words) => {
      await admin('team', 'add', '--name', 'Research');
      const answers = [await admin(...words, '--team', 'Reserach'), await admin(...words, '--team', 'Sales')];
      expect(answers).toEqual([
        { status: 1, out: [], err: 'Team not found: "Reserach". Did you mean "Research"?' },
        { status: 1, out: [], err: 'Team not found: "Sales". Add it: orbweaver team add --name "Sales"' },
      ]);
    },
  );

  it.each([
    ['team', 'list'],
    ['key', 'list'],
    ['audit', 'list'],
    ['usage'],
    ['host', 'list'],
    ['lease', 'list'],
    ['webhook', 'list'],
  ])('prints with --json only one object per line: %s %s', async (...words) => {
    await admin('team', 'add', '--name', 'Programs');
    const { status, out } = await admin(...words, '--json');
    expect(status).toBe(0);
    for (const line of out) expect(JSON.parse(line)).toEqual(expect.any(Object));
  });

  it('sets the limits of a team without changing its credits', async () => {
    const name = 'Limited';
    await admin('team', 'add', '--name', name, '--max-concurrency', '5', '--credits', 'limited');
    expect(await admin('credits', 'grant', '--team', name, '--amount', '100', '--note', 'trial')).toMatchObject({
      status: 0,
      out: [`granted 100 credits to team "${name}": 100 granted in total, 0 used`],
    });
    await admin('credits', 'grant', '--team', name, '--amount=-30');
    const limits = [
      '--max-concurrency',
      'none',
      '--scrapes-per-minute',
      '60',
      '--jobs-per-minute',
      '6',
      '--zero-data-retention',
      'on',
    ];
    expect(await admin('team', 'set', '--name', name, ...limits)).toMatchObject({ status: 0 });
    const line = (await admin('team', 'list')).out.find((row) => row.startsWith(name));
    expect(line?.split(/ {2,}/).slice(2)).toEqual(['enabled', '0', '-', '60', '6', 'zero', 'all', '70', '0', '70']);
    const { id: teamId } = await harness.postgres.database.team.findUniqueOrThrow({ where: { name } });
    const entries = await harness.postgres.database.creditEntry.findMany({
      where: { teamId },
      orderBy: { amount: 'asc' },
    });
    expect(entries).toMatchObject([{ amount: -30 }, { amount: 100, note: 'trial', kind: 'grant' }]);
  });

  it('warns if a team with limited credits has none left', async () => {
    const { database } = harness.postgres;
    const name = 'Overdrawn';
    const { id: teamId } = await ensureTeam(database, name);
    const page = { teamId, apiKeyId: null, jobId: null, kind: 'page' as const, note: null, amount: -5 };
    await addCreditEntries(database, [{ ...page, id: randomUUID() }], new Date());
    const limit = (credits: string) => admin('team', 'set', '--name', name, '--credits', credits);
    const grant = (amount: number) => admin('credits', 'grant', '--team', name, `--amount=${amount}`);
    const changed = `changed team "${name}"`;
    const warning = (state: string) =>
      `The team ${state}, so its requests get 402. Grant credits: orbweaver credits grant --team "${name}" --amount N`;
    expect((await limit('limited')).out).toEqual([changed, warning('is overdrawn by 5 credits')]);
    expect((await grant(5)).out.slice(1)).toEqual([warning('has no credits left')]);
    expect((await limit('unlimited')).out).toEqual([changed]);
    await grant(1);
    expect((await limit('limited')).out).toEqual([changed]);
  });

  it('disables and enables a team', async () => {
    const name = 'Switched';
    await admin('team', 'add', '--name', name);
    const state = async () =>
      /(\w+abled) /.exec((await admin('team', 'list')).out.find((line) => line.startsWith(name))!)?.[1];
    expect(await admin('team', 'enable', '--name', name)).toMatchObject({
      status: 1,
      err: 'The team "Switched" is already enabled.',
    });
    expect(await admin('team', 'disable', '--name', name)).toMatchObject({
      status: 0,
      out: ['disabled team "Switched"'],
    });
    expect(await state()).toBe('disabled');
    expect(await admin('team', 'disable', '--name', name)).toMatchObject({
      status: 1,
      err: 'The team "Switched" is already disabled.',
    });
    expect(await admin('team', 'enable', '--name', name)).toMatchObject({
      status: 0,
      out: ['enabled team "Switched"'],
    });
    expect(await state()).toBe('enabled');
    const { out } = await admin('audit', 'list', '--team', name);
    expect(out.slice(1).map((line) => line.split(/ {2,}/)[3])).toEqual(['team.enable', 'team.disable', 'team.add']);
  });

  it('audits actor and change, with old and new values and without secrets', async () => {
    const name = 'Audited';
    const as = (...args: string[]) => adminWith({ DATABASE_URL: harness.postgres.url, AUDIT_ACTOR: 'anna' }, ...args);
    await as('team', 'add', '--name', name, '--max-concurrency', '5');
    await as('team', 'set', '--name', name, '--max-concurrency', '9');
    await as('team', 'set', '--name', name, '--max-concurrency', '9');
    const added = await as(
      'key',
      'add',
      '--team',
      name,
      '--name',
      'console',
      '--rights',
      'team,admin',
      '--expires-in',
      '90',
    );
    const id = /[0-9a-f-]{36}/.exec(added.out[0]!)![0];
    await as('key', 'revoke', id);
    await admin('credits', 'grant', '--team', name, '--amount', '7');
    const { out } = await admin('audit', 'list', '--team', name);
    expect(out.slice(1).map((line) => line.split(/ {2,}/).slice(2))).toEqual([
      [expect.stringMatching(/^\S+@\S+$/), 'credits.grant', name, expect.any(String), '-', 'granted: 0 -> 7'],
      ['anna', 'key.revoke', name, id, '-', 'revoked: false -> true'],
      [
        'anna',
        'key.add',
        name,
        id,
        '-',
        expect.stringMatching(/^name: null -> "console", rights: null -> \["team","admin"\], expiresAt: null -> "20/),
      ],
      ['anna', 'team.set', name, expect.any(String), '-', 'maxConcurrency: 5 -> 9'],
      ['anna', 'team.add', name, expect.any(String), '-', expect.stringContaining('name: null -> "Audited"')],
    ]);
    expect(out.join()).not.toContain(added.out.at(-1));
    expect((await admin('audit', 'list', '--team', name, '--limit', '2')).out).toHaveLength(3);
  });

  it('lists usage by key with totals', async () => {
    const { database } = harness.postgres;
    const { id: teamId } = await ensureTeam(database, 'Used');
    const key = await addKey(
      database,
      { apiKeyId: null, name: 'test', requestId: null },
      { teamId, name: 'importer', rights: ['team'] },
    );
    const page = { teamId, jobId: null, kind: 'page' as const, note: null, amount: -5 };
    const [one, other] = [new Date('2026-03-01T23:59:00Z'), new Date('2026-03-02T00:00:00Z')];
    const apiKeyId = key!.key.id;
    await addCreditEntries(database, [{ ...page, id: randomUUID(), apiKeyId }], one, [{ teamId, apiKeyId }]);
    await addCreditEntries(database, [{ ...page, id: randomUUID(), apiKeyId: null }], other);
    const { out } = await admin('usage', '--team', 'Used', '--from', '2026-03-01', '--to', '2026-03-02');
    expect(out.map((line) => line.split(/ +/))).toEqual([
      ['DAY', 'TEAM', 'KEY', 'REQUESTS', 'PAGES', 'CREDITS'],
      ['2026-03-01', 'Used', 'importer', '1', '1', '5'],
      ['2026-03-02', 'Used', '-', '0', '1', '5'],
      ['total', '1', '2', '10'],
    ]);
    expect((await admin('usage', '--team', 'Used', '--to', '2026-03-01')).out).toHaveLength(3);
  });

  it('rejects a duplicate team name', async () => {
    await admin('team', 'add', '--name', 'Twice');
    const again = await admin('team', 'add', '--name', 'Twice');
    expect(again).toMatchObject({ status: 1, err: 'The team "Twice" already exists.' });
  });
});
