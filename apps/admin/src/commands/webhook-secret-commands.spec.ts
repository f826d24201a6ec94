import { AdminHarness, adminWith } from '../../test/admin-harness';

const WEBHOOK_SECRET = 'the master secret of the test';

let harness: AdminHarness;
beforeAll(async () => {
  harness = await AdminHarness.start();
});
afterAll(() => harness.close());

const admin = (...args: string[]) => adminWith({ DATABASE_URL: harness.postgres.url, WEBHOOK_SECRET }, ...args);

describe('webhook-secret commands', () => {
  it('shows and rotates the webhook secret of a team, and audits the rotation', async () => {
    await admin('team', 'add', '--name', 'Search');
    const { out: first } = await admin('webhook-secret', 'show', '--team', 'Search');
    expect(first).toEqual([expect.stringMatching(/^version 1: whsec_\S{44}$/)]);
    const { out: rotated } = await admin('webhook-secret', 'rotate', '--team', 'Search', '--overlap', '1h');
    expect(rotated).toEqual([
      expect.stringMatching(/^version 2: whsec_\S{44}$/),
      expect.stringMatching(/^version 1: whsec_\S{44}, valid until 20\S+Z$/),
    ]);
    expect(rotated[1]).toContain(first[0]);
    const { out: json } = await admin('webhook-secret', 'rotate', '--team', 'Search', '--overlap', '0s', '--json');
    expect(JSON.parse(json.join())).toMatchObject({ version: 3, secret: expect.any(String), previous: null });
    const { out: audit } = await admin('audit', 'list', '--team', 'Search');
    expect(audit[1]).toMatch(/team\.rotate-webhook-secret .*webhookSecretVersion: 2 -> 3/);
    expect(audit.join()).not.toContain('whsec_');
  });

  it('warns about a team that shares WEBHOOK_SECRET', async () => {
    await admin('team', 'add', '--name', 'Old');
    await harness.postgres.database.team.update({ where: { name: 'Old' }, data: { webhookSecretVersion: 0 } });
    const shown = await admin('webhook-secret', 'show', '--team', 'Old');
    expect(shown).toMatchObject({ out: ['version 0: WEBHOOK_SECRET of the installation'] });
    expect(shown.err).toContain('orbweaver webhook-secret rotate');
  });

  it('rejects a missing WEBHOOK_SECRET and an invalid overlap', async () => {
    const without = await harness.run('webhook-secret', 'show', '--team', 'Search');
    expect(without).toMatchObject({ status: 1, err: expect.stringContaining('WEBHOOK_SECRET is not set') });
    const wrong = await admin('webhook-secret', 'rotate', '--team', 'Search', '--overlap', 'tomorrow');
    expect(wrong).toMatchObject({ status: 64, err: expect.stringContaining('--overlap must be a time') });
  });
});
