import { NO_TEAM_LIMITS } from '@orbweaver/core';
import { startTestDatabase, type TestDatabase } from '@orbweaver/testing';
import { listAuditEntries } from '../admin/list-audit-entries';
import { applyTeams } from '../declared/apply-teams';
import { findCaller } from '../gateway/find-caller';
import { ensureTeam, hashApiKey } from './api-keys';
import { addKey, revokeKey } from './keys';
import { rotateKey } from './rotate-key';

const actor = { apiKeyId: null, name: 'test', requestId: null };
const HOUR_MS = 3_600_000;

let scratch: TestDatabase;
let teamId: string;
beforeAll(async () => {
  scratch = await startTestDatabase();
  teamId = (await ensureTeam(scratch.database, 'rotation')).id;
});
afterAll(() => scratch.close());

const add = async (expiresAt?: Date) =>
  (await addKey(scratch.database, actor, {
    teamId,
    name: 'importer',
    rights: ['crawl', 'read'],
    networks: ['10.0.0.0/8'],
    expiresAt,
  }))!;
const rotate = (id: string, overlapMs: number) => rotateKey(scratch.database, actor, { id, overlapMs });
const caller = (key: string) => findCaller(scratch.database, hashApiKey(key));

describe('rotateKey', () => {
  it('adds a key with the same rights and networks, and lets the previous key expire after the overlap', async () => {
    const { key, secret } = await add();
    const rotated = await rotate(key.id, HOUR_MS);
    if (rotated.kind !== 'rotated') throw new Error(rotated.kind);
    expect(rotated.key).toMatchObject({
      name: 'importer',
      rights: key.rights,
      networks: key.networks,
      expiresAt: null,
    });
    const remaining = rotated.previous.expiresAt!.getTime() - Date.now();
    expect(remaining).toBeGreaterThan(HOUR_MS - 60_000);
    expect(remaining).toBeLessThanOrEqual(HOUR_MS);
    expect(await caller(secret)).toMatchObject({ isExpired: false });
    expect(await caller(rotated.secret)).toMatchObject({ isExpired: false, rights: ['crawl', 'read'] });
    const entries = await listAuditEntries(scratch.database, { limit: 2 });
    expect(entries).toMatchObject([
      { action: 'key.rotate', target: key.id, changes: { next: { after: rotated.key.id } } },
      { action: 'key.add', target: rotated.key.id },
    ]);
    expect(JSON.stringify(entries)).not.toContain(rotated.secret);
  });

  it('invalidates the previous key at once without an overlap', async () => {
    const { key, secret } = await add();
    await rotate(key.id, 0);
    expect(await caller(secret)).toMatchObject({ isExpired: true });
    expect(await rotate(key.id, 0)).toMatchObject({ kind: 'invalid' });
  });

  it('gives the new key the lifetime of the previous one, which it never extends', async () => {
    const { key } = await add(new Date(Date.now() + HOUR_MS));
    const rotated = await rotate(key.id, 24 * HOUR_MS);
    if (rotated.kind !== 'rotated') throw new Error(rotated.kind);
    expect(rotated.previous.expiresAt).toEqual(key.expiresAt);
    const lifetime = rotated.key.expiresAt!.getTime() - rotated.key.createdAt.getTime();
    expect(Math.abs(lifetime - HOUR_MS)).toBeLessThan(5000);
  });

  it('rejects keys of the teams file and leaves them unchanged', async () => {
    const hash = hashApiKey('declared key');
    const key = { name: 'declared', hash, rights: ['read' as const], networks: [], expiresAt: null };
    const hosts = { allowed: [], closed: [] };
    const team = {
      name: 'declared',
      limits: NO_TEAM_LIMITS,
      hosts,
      isDisabled: false,
      credits: undefined,
      keys: [key],
    };
    await applyTeams(scratch.database, actor, { digest: 'A', prune: false, teams: [team] });
    const { keyId } = (await caller('declared key'))!;
    expect(await rotate(keyId, 0)).toEqual({ kind: 'declared' });
    expect(await caller('declared key')).toMatchObject({ isExpired: false });
  });

  it('rejects revoked and unknown keys', async () => {
    const { key } = await add();
    await revokeKey(scratch.database, actor, key.id);
    expect(await rotate(key.id, 0)).toMatchObject({ kind: 'invalid' });
    expect(await rotate(teamId, 0)).toEqual({ kind: 'unknown' });
  });
});
