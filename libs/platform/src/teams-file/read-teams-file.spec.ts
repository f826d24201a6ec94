import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { NO_TEAM_LIMITS } from '@orbweaver/core';
import { DeclaredWebhookSecret, hashApiKey } from '@orbweaver/persistence';
import { FilesRead, readTeamsFile } from './read-teams-file';

const KEY = 'a-key-of-the-search-team';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'teams-'));
  writeFileSync(path.join(folder, 'key'), `${KEY}\n`);
});
afterEach(() => rmSync(folder, { recursive: true }));

function read(text: string, environment: Record<string, string> = {}) {
  const file = path.join(folder, 'teams.yaml');
  writeFileSync(file, text);
  return readTeamsFile(file, environment);
}

const faultsOf = (text: string, environment?: Record<string, string>): string => {
  try {
    read(text, environment);
  } catch (error) {
    return String(error).replaceAll(folder, '');
  }
  return 'none';
};

const WHOLE = `
prune: true
teams:
  - name: search
    limits: {maxConcurrency: 5, creditsLimited: true}
    credits: 1000
    hosts: {allowed: ['*.example.com'], closed: [shop.example.com]}
    keys:
      - name: importer
        rights: [crawl, read]
        networks: [10.0.0.0/8]
        expiresAt: 2030-01-01T00:00:00Z
        keyFile: key
      - {name: reader, keyEnv: READER}
  - name: closed
    disabled: true
`;

describe('readTeamsFile', () => {
  it('reads teams and the hashes of their keys from YAML', () => {
    const declared = read(WHOLE, { READER: 'another-key-of-search' });
    expect(declared).toEqual({
      digest: expect.stringMatching(/^1:[\da-f]{64}$/),
      prune: true,
      teams: [
        {
          name: 'search',
          limits: { ...NO_TEAM_LIMITS, maxConcurrency: 5, creditsLimited: true },
          hosts: { allowed: ['*.example.com'], closed: ['shop.example.com'] },
          isDisabled: undefined,
          credits: 1000,
          keys: [
            {
              name: 'importer',
              rights: ['crawl', 'read'],
              networks: ['10.0.0.0/8'],
              expiresAt: new Date('2030-01-01T00:00:00Z'),
              hash: hashApiKey(KEY),
            },
            {
              name: 'reader',
              rights: ['team'],
              networks: [],
              expiresAt: null,
              hash: hashApiKey('another-key-of-search'),
            },
          ],
        },
        {
          name: 'closed',
          limits: NO_TEAM_LIMITS,
          hosts: { allowed: [], closed: [] },
          isDisabled: true,
          credits: undefined,
          keys: [],
        },
      ],
    });
  });

  it('reads and encrypts the webhook secret of a team', () => {
    const text = 'teams: [{name: search, webhookSecret: {file: key, overlapSeconds: 60}}, {name: other}]';
    const environment = { WEBHOOK_SECRET: 'the-master-of-webhook-secrets' };
    const [search, other] = read(text, environment).teams;
    const secret = search!.webhookSecret!;
    expect([secret.overlapMs, JSON.stringify(search), inspect(search, { showHidden: true })]).toEqual([
      60_000,
      expect.not.stringContaining(KEY),
      expect.not.stringContaining(KEY),
    ]);
    const team = randomUUID();
    const stored = new DeclaredWebhookSecret(environment.WEBHOOK_SECRET, KEY, 0).encryptFor(team);
    expect(secret.isStoredAs(team, { version: 1, encrypted: stored })).toBe(true);
    expect(other?.webhookSecret).toBeUndefined();
  });

  it.each([
    ['{file: key}', {}, 'teams[0].webhookSecret.file: requires WEBHOOK_SECRET'],
    ['{env: HOOKS}', { HOOKS: 'short-secret' }, 'webhookSecret.env: the secret must be whsec_ and base64'],
    ['{env: HOOKS}', { HOOKS: 'whsec_MfKQ' }, 'webhookSecret.env: the secret must be whsec_ and base64'],
    ['{env: HOOKS}', {}, 'webhookSecret.env: the environment variable is not set'],
    ['{env: HOOKS, file: key}', {}, 'webhookSecret: must have either file or env'],
    [
      '{file: key}}, {name: b, webhookSecret: {file: key}',
      {},
      'teams[1].webhookSecret.file: another team of the file has the same secret',
    ],
  ])('rejects the webhook secret %s with %j', (webhookSecret, given, fault) => {
    const environment: Record<string, string> = { ...given };
    if (!fault.includes('requires')) environment.WEBHOOK_SECRET = 'the-master-of-webhook-secrets';
    const faults = faultsOf(`teams: [{name: a, webhookSecret: ${webhookSecret}}]`, environment);
    expect(faults).toContain(fault);
    expect(faults).not.toMatch(new RegExp(`short-secret|${KEY}|MfKQ`));
  });

  it('has the same digest for the same text and secrets, in every release and with another WEBHOOK_SECRET', () => {
    const text = 'teams: [{name: a, webhookSecret: {env: HOOKS}, keys: [{name: x, keyFile: key}]}]';
    const digest = (changes: Record<string, string> = {}, of = text) =>
      read(of, { WEBHOOK_SECRET: 'the-master-secret', HOOKS: 'the-secret-of-hooks', ...changes }).digest;
    const known = '1:77413ef85954e5593789be3b6505a1e0dedc5a126ad87583957ddbab4227f7ea';
    expect(digest()).toBe(known);
    expect(digest({ WEBHOOK_SECRET: 'another-master-secret' })).toBe(known);
    const others = [digest({ HOOKS: 'the-next-secret-of-hooks' }), digest({}, `prune: true\n${text}`)];
    writeFileSync(path.join(folder, 'key'), 'the-next-key-of-the-team');
    expect(new Set([digest(), ...others, known]).size).toBe(4);
  });

  it('reads JSON', () => {
    expect(read('{"teams": [{"name": "search"}]}').teams[0]).toMatchObject({ name: 'search' });
  });

  it.each([
    ['teams.yaml', 'teams: []'],
    ['key', 'the-next-key-of-search'],
  ])('notes the files that it reads, and detects a change of %s', (name, changed) => {
    const files = new FilesRead();
    const file = path.join(folder, 'teams.yaml');
    writeFileSync(file, 'teams: [{name: search, keys: [{name: x, keyFile: key}]}]');
    readTeamsFile(file, {}, files);
    expect(files.areUnchanged()).toBe(true);
    writeFileSync(path.join(folder, name), changed);
    expect(files.areUnchanged()).toBe(false);
  });

  it.each([
    ['teams:\n  - name: a\n  - name: a\n', '/teams.yaml, line 3, teams[1].name: must be unique'],
    ['teams:\n  - name: a\n    limit: {}\n', '/teams.yaml, line 3, teams[0].limit: Unrecognized key'],
    [
      'teams:\n  - name: a\n    limits:\n      maxConcurrency: 0\n',
      'line 4, teams[0].limits.maxConcurrency: Too small',
    ],
    [
      'teams:\n  - name: a\n    limits:\n      retentionHours: 25\n',
      'line 4, teams[0].limits.retentionHours: must be at most 24 (JOB_TTL_MAX, in hours)',
    ],
    [
      'teams:\n  - name: a\n    keys:\n      - name: x\n',
      'line 4, teams[0].keys[0]: must have either keyFile or keyEnv',
    ],
    ['teams:\n  - keys: []\n', 'line 2, teams[0].name: '],
    ['prune: true\n', 'line 1, teams: '],
    ['teams: [\n  {name: a}\n', 'line '],
    [
      'teams:\n  - name: a\n    keys: [{name: x, keyFile: none}]\n',
      'line 3, teams[0].keys[0].keyFile: the file is not readable (ENOENT)',
    ],
    [
      'teams:\n  - name: a\n    keys: [{name: x, keyEnv: NONE}]\n',
      'teams[0].keys[0].keyEnv: the environment variable is not set',
    ],
    ['teams:\n  - name: a\n    keys: [{name: x, keyEnv: SHORT}]\n', 'keyEnv: the key must be 16 to 128 letters'],
    [
      'teams:\n  - name: a\n    keys: [{name: x, keyFile: key}, {name: y, keyFile: key}]\n',
      'keys[1].keyFile: another key of the file has the same secret',
    ],
    [
      'teams:\n  - name: a\n    keys: [{name: x, keyFile: key, networks: [10.0.0.0/33]}]\n',
      'keys[0].networks[0]: must be',
    ],
    ['teams:\n  - name: a\n    hosts: {allowed: ["a b"]}\n', 'line 3, teams[0].hosts.allowed[0]: must be a host name'],
    ['teams:\n  - name: a\n    key: &a [*a]\n', 'line '],
  ])('rejects %j and names field and line', (text, fault) => {
    const faults = faultsOf(text, { SHORT: 'short-secret' });
    expect(faults).toContain(fault);
    expect(faults).not.toContain('short-secret');
    expect(faults).not.toContain(KEY);
  });

  it('rejects a missing file', () => {
    expect(() => readTeamsFile(path.join(folder, 'none.yaml'), {})).toThrow(
      /none\.yaml: the file is not readable \(ENOENT\)/,
    );
  });
});
