import { randomUUID } from 'node:crypto';
import { type KeyRight, NO_TEAM_LIMITS } from '@orbweaver/core';
import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { ensureApiKey, ensureTeam, hashApiKey } from '../access/api-keys';
import { DeclaredWebhookSecret } from '../access/declared-webhook-secret';
import { addKey, revokeKey } from '../access/keys';
import {
  readWebhookSecretVersions,
  signingSecrets,
  teamWebhookSecrets,
  webhookSecretOf,
} from '../access/webhook-secrets';
import { createTeam } from '../admin/change-teams';
import { listAuditEntries } from '../admin/list-audit-entries';
import { readTeam } from '../admin/list-teams';
import { rotateWebhookSecret } from '../admin/rotate-webhook-secret';
import { readCreditBalance } from '../credits/read-credits';
import { findCaller } from '../gateway/find-caller';
import { processActor } from '../note-change';
import { applyTeams } from './apply-teams';
import { compareTeams } from './compare-teams';
import type { DeclaredKey, DeclaredTeam } from './declared-teams';

const actor = processActor('teams-file');
const MASTER = 'the master secret of an installation';

let scratch: TestDatabase;
beforeEach(async () => {
  scratch = await startTestDatabase();
});
afterEach(() => scratch.close());

const key = (name: string, more: Partial<DeclaredKey> = {}): DeclaredKey => ({
  name,
  hash: hashApiKey(`key ${name}`),
  rights: ['team'],
  networks: [],
  expiresAt: null,
  ...more,
});
const team = (name: string, more: Partial<DeclaredTeam> = {}): DeclaredTeam => ({
  name,
  limits: NO_TEAM_LIMITS,
  hosts: { allowed: [], closed: [] },
  isDisabled: false,
  credits: undefined,
  keys: [],
  ...more,
});
const changesOf = (teams: DeclaredTeam[], prune = false) =>
  applyTeams(scratch.database, actor, { digest: randomUUID(), prune, teams });
const apply = async (teams: DeclaredTeam[], prune = false) => (await changesOf(teams, prune)).map(({ kind }) => kind);
const idOf = async (name: string) => (await scratch.database.team.findUniqueOrThrow({ where: { name } })).id;
const declared = (secret: string, master = MASTER) =>
  team('search', { webhookSecret: new DeclaredWebhookSecret(master, secret, 60_000) });
const secrets = async (master = MASTER) => {
  const id = await idOf('search');
  return teamWebhookSecrets(master, id, (await readWebhookSecretVersions(scratch.database, id))!);
};
const caller = (name: string) => findCaller(scratch.database, hashApiKey(`key ${name}`));

describe('applyTeams', () => {
  it('adds teams, credits and keys once, and records them with its actor', async () => {
    const limits = { ...NO_TEAM_LIMITS, maxConcurrency: 5 };
    const teams = [
      team('search', {
        limits,
        credits: 100,
        keys: [key('importer', { rights: ['crawl'], networks: ['10.0.0.0/8'] })],
      }),
      team('closed', { isDisabled: true }),
    ];
    expect(await apply(teams)).toEqual(['add-team', 'grant-credits', 'add-key', 'add-team']);
    expect(await apply(teams)).toEqual([]);
    expect(await caller('importer')).toMatchObject({ maxConcurrency: 5, rights: ['crawl'], networks: ['10.0.0.0/8'] });
    expect(await readCreditBalance(scratch.database, await idOf('search'))).toMatchObject({ granted: 100 });
    expect(await readTeam(scratch.database, await idOf('closed'))).toMatchObject({ disabledAt: expect.any(Date) });
    const entries = await listAuditEntries(scratch.database, { limit: 10 });
    expect(entries.map(({ action, actor: { name } }) => `${action} ${name}`).reverse()).toEqual([
      'team.add teams-file',
      'credits.grant teams-file',
      'key.add teams-file',
      'team.add teams-file',
      'team.disable teams-file',
    ]);
  });

  it('applies the file once when several processes start at the same time', async () => {
    const teams = [team('search', { credits: 100, keys: [key('importer')] })];
    const applied = await Promise.all(Array.from({ length: 8 }, () => apply(teams)));
    expect(applied.filter((changes) => changes.length > 0)).toHaveLength(1);
    expect(await readCreditBalance(scratch.database, await idOf('search'))).toMatchObject({ granted: 100 });
  });

  it('changes limits, credits, keys and teams that differ, also of other origin', async () => {
    await createTeam(scratch.database, actor, { name: 'search', limits: { maxConcurrency: 5 } });
    await ensureApiKey(scratch.database, { key: 'key importer', team: 'search', name: 'first', actor });
    await apply([team('search', { credits: 100, keys: [key('importer')] })]);
    const expiresAt = new Date('2030-01-01T00:00:00Z');
    const changed = team('search', {
      limits: { ...NO_TEAM_LIMITS, jobsPerMinute: 7 },
      credits: 40,
      keys: [key('importer', { rights: ['read'], expiresAt })],
      isDisabled: true,
    });
    expect(await compareTeams(scratch.database, { prune: false, teams: [changed] })).toMatchObject([
      { kind: 'set-limits', changes: { jobsPerMinute: { before: null, after: 7 } } },
      { kind: 'disable-team' },
      { kind: 'grant-credits', amount: -60 },
      { kind: 'set-key', changes: { rights: { before: ['team'], after: ['read'] } } },
    ]);
    await apply([changed]);
    expect(await apply([changed])).toEqual([]);
    expect(await caller('importer')).toMatchObject({ keyName: 'importer', rights: ['read'], isDisabled: true });
    expect(await readCreditBalance(scratch.database, await idOf('search'))).toMatchObject({ granted: 40 });
  });

  it('sets the hosts of a team, which its callers get', async () => {
    const hosts = { allowed: ['*.example.com'], closed: ['shop.example.com'] };
    const teams = [team('search', { hosts, keys: [key('importer')] })];
    expect(await apply(teams)).toEqual(['add-team', 'set-hosts', 'add-key']);
    expect(await apply(teams)).toEqual([]);
    expect(await caller('importer')).toMatchObject({ hosts });
    expect(await apply([team('search', { keys: [key('importer')] })])).toEqual(['set-hosts']);
    expect((await caller('importer'))?.hosts).toBeUndefined();
  });

  it('keeps credits that others granted', async () => {
    const teams = [team('search', { credits: 100 })];
    await apply(teams);
    await scratch.database.$executeRaw`UPDATE credit_months SET granted = granted + 5`;
    expect(await apply(teams)).toEqual([]);
  });

  it('sets, rotates and removes a declared webhook secret, which the database contains only encrypted', async () => {
    expect(await apply([declared('the-first-secret')])).toEqual(['add-team', 'set-webhook-secret']);
    expect(await secrets()).toMatchObject({ secret: 'the-first-secret', isDeclared: true, previous: null });
    expect(await apply([declared('the-first-secret')])).toEqual([]);
    expect(await apply([declared('the-second-secret')])).toEqual(['set-webhook-secret']);
    expect(await secrets()).toMatchObject({
      secret: 'the-second-secret',
      previous: { secret: 'the-first-secret', validUntil: expect.any(Date) },
    });
    const rotation = { id: await idOf('search'), overlapMs: 0 };
    expect(await rotateWebhookSecret(scratch.database, actor, rotation)).toEqual({ kind: 'declared' });
    expect(JSON.stringify(await listAuditEntries(scratch.database, { limit: 10 }))).not.toMatch(/the-(first|second)/);
    const [row] = await scratch.database.$queryRaw<object[]>`SELECT * FROM teams`;
    expect(JSON.stringify(row)).not.toMatch(/the-(first|second)/);
    expect(await apply([team('search')])).toEqual(['set-webhook-secret']);
    expect(await secrets()).toMatchObject({
      secret: expect.stringMatching(/^whsec_/),
      isDeclared: false,
      previous: { secret: 'the-second-secret' },
    });
  });

  it('replaces a webhook secret that was stored under another WEBHOOK_SECRET, without an overlap', async () => {
    await apply([declared('the-first-secret')]);
    await apply([declared('the-second-secret')]);
    const master = `${MASTER} after its change`;
    await expect(secrets(master)).rejects.toThrow('Apply the teams file again');
    expect(await apply([declared('the-second-secret', master)])).toEqual(['set-webhook-secret']);
    expect(await secrets(master)).toMatchObject({ version: 4, secret: 'the-second-secret', previous: null });
    expect(await apply([declared('the-second-secret', master)])).toEqual([]);
    const [row] = await scratch.database.$queryRaw<object[]>`SELECT * FROM teams`;
    expect(row).toMatchObject({ previous_encrypted_webhook_secret: null, previous_webhook_secret_until: null });
  });

  it('shows and signs without the previous webhook secret after a change of WEBHOOK_SECRET and a removal', async () => {
    await apply([declared('the-first-secret')]);
    await apply([team('search')]);
    expect(await secrets()).toMatchObject({ previous: { secret: 'the-first-secret' } });
    const master = `${MASTER} after its change`;
    expect(await secrets(master)).toMatchObject({ secret: expect.stringMatching(/^whsec_/), previous: null });
    const id = await idOf('search');
    const { previousUntil, ...versions } = (await readWebhookSecretVersions(scratch.database, id))!;
    expect(previousUntil).not.toBeNull();
    expect(signingSecrets(master, id, { ...versions, signsWithPrevious: true })).toEqual([
      webhookSecretOf(master, id, 3),
    ]);
  });

  it('stores no previous webhook secret that is equal', async () => {
    await apply([team('search')]);
    const derived = webhookSecretOf(MASTER, await idOf('search'), 1);
    expect(await apply([declared(derived)])).toEqual(['set-webhook-secret']);
    expect(await secrets()).toMatchObject({ version: 2, secret: derived, isDeclared: true, previous: null });
  });

  it('removes nothing without prune', async () => {
    await apply([team('search', { keys: [key('importer')] }), team('sales')]);
    expect(await apply([team('search')])).toEqual([]);
    expect(await caller('importer')).toBeDefined();
  });

  it('enables a team that was disabled by hand only with disabled: false', async () => {
    await apply([team('search')]);
    const disabled = { where: { name: 'search' }, data: { disabledAt: new Date() } };
    await scratch.database.team.update(disabled);
    expect(await apply([team('search', { isDisabled: undefined })])).toEqual([]);
    expect(await apply([team('search', { isDisabled: false })])).toEqual(['enable-team']);
  });

  it('with prune, disables and revokes only what the file created', async () => {
    await ensureTeam(scratch.database, 'by hand');
    await addKey(scratch.database, actor, { teamId: await idOf('by hand'), name: 'by hand', rights: ['team'] });
    await apply([team('search', { keys: [key('importer'), key('reader')] }), team('sales', { keys: [key('sales')] })]);
    const left = [team('search', { keys: [key('reader')] })];
    expect(await apply(left, true)).toEqual(['revoke-key', 'revoke-key', 'disable-team']);
    expect(await apply(left, true)).toEqual([]);
    expect(await caller('importer')).toBeUndefined();
    expect(await caller('reader')).toMatchObject({ isDisabled: false });
    expect(await readTeam(scratch.database, await idOf('by hand'))).toMatchObject({ disabledAt: null, keys: 1 });
    expect(await readTeam(scratch.database, await idOf('sales'))).toMatchObject({ disabledAt: expect.any(Date) });
    expect(await apply([...left, team('sales')], true)).toEqual(['enable-team']);
  });

  it('reports keys that are revoked or belong to another team, and applies the others', async () => {
    await apply([team('search', { keys: [key('importer'), key('reader')] })]);
    await revokeKey(scratch.database, actor, (await caller('importer'))!.keyId);
    const teams = [team('search', { keys: [key('importer')] }), team('sales', { keys: [key('reader'), key('new')] })];
    const changes = await changesOf(teams);
    expect(changes).toMatchObject([
      { kind: 'conflict', key: 'importer', reason: 'revoked' },
      { kind: 'add-team', team: 'sales' },
      { kind: 'conflict', key: 'reader', reason: 'of-another-team' },
      { kind: 'add-key', key: { name: 'new' } },
    ]);
    expect(await caller('importer')).toBeUndefined();
    expect(await caller('new')).toMatchObject({ rights: ['team'] as KeyRight[] });
  });
});
