import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeAuthority, temporaryFolders } from '@orbweaver/testing';
import { openDatabase, Prisma } from '../database';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/start-embedded-postgres';
import { deployMigrations } from '../migrations/deploy-migrations';

const folders = temporaryFolders('postgres-tls');
const ours = makeAuthority('Ours');
const theirs = makeAuthority('Theirs');
let named: EmbeddedPostgres;
let addressed: EmbeddedPostgres;
let plain: EmbeddedPostgres;

/** Postgres requires that its user owns the key and that other users cannot read it. */
async function startWithCertificate(...names: string[]): Promise<EmbeddedPostgres> {
  const dir = folders.make();
  await (await startEmbeddedPostgres({ dir })).stop();
  const pgdata = path.join(dir, 'pgdata');
  const { cert, key } = ours.issue(...names);
  for (const [name, text] of [['server.crt', cert] as const, ['server.key', key] as const]) {
    writeFileSync(path.join(pgdata, name), text);
    chmodSync(path.join(pgdata, name), 0o600);
    execFileSync('chown', [`--reference=${pgdata}`, path.join(pgdata, name)]);
  }
  return startEmbeddedPostgres({ dir, settings: { ssl: 'on' } });
}

beforeAll(async () => {
  named = await startWithCertificate('localhost');
  addressed = await startWithCertificate('127.0.0.1');
  plain = await startEmbeddedPostgres({ dir: folders.make() });
}, 60_000);

afterAll(async () => {
  await Promise.all([named, addressed, plain].map((server) => server?.stop()));
  await folders.remove();
});

const urlOf = (server: EmbeddedPostgres, host: string, parameters = 'sslmode=verify-full'): string => {
  const url = new URL(server.url);
  url.hostname = host;
  url.search = parameters;
  return url.href;
};

const IS_ENCRYPTED = Prisma.sql`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`;

async function isEncrypted(url: string, authorities?: readonly string[]): Promise<unknown> {
  const database = openDatabase({ url, poolSize: 1, authorities });
  try {
    const [row] = await database.$queryRaw<{ ssl: boolean }[]>(IS_ENCRYPTED);
    return row?.ssl;
  } finally {
    await database.$disconnect();
  }
}

it.each([
  ['a host name', () => urlOf(named, 'localhost')],
  ['an address', () => urlOf(addressed, '127.0.0.1')],
])('verifies a certificate for %s with an additional authority', async (_, url) => {
  expect(await isEncrypted(url(), [theirs.cert, ours.cert])).toBe(true);
});

it('runs migrations and models over a verified connection', async () => {
  const url = urlOf(named, 'localhost');
  expect((await deployMigrations(url, { authorities: [ours.cert] })).length).toBeGreaterThan(0);
  const database = openDatabase({ url, poolSize: 1, authorities: [ours.cert] });
  expect(await database.team.count()).toBe(0);
  await database.$disconnect();
});

it('trusts sslrootcert of the URL instead of the additional authorities', async () => {
  const file = path.join(folders.make(), 'root.crt');
  writeFileSync(file, ours.cert);
  expect(await isEncrypted(urlOf(named, 'localhost', `sslmode=verify-full&sslrootcert=${file}`), [theirs.cert])).toBe(
    true,
  );
});

it('uses no TLS unless the URL requires it', async () => {
  expect(await isEncrypted(urlOf(named, 'localhost', ''), [ours.cert])).toBe(false);
});

it.each([
  [
    'an unknown authority',
    () => urlOf(named, 'localhost'),
    [theirs.cert],
    /not issued by a trusted authority; add it to EXTRA_CA_CERTS \(UNABLE_TO_/,
  ],
  ['no additional authority', () => urlOf(named, 'localhost'), undefined, /not issued by a trusted authority/],
  [
    'another host name',
    () => urlOf(named, '127.0.0.1'),
    [ours.cert],
    /for another host name than that of DATABASE_URL \(ERR_TLS_CERT_ALTNAME_INVALID\)/,
  ],
  ['a server without TLS', () => urlOf(plain, 'localhost'), [ours.cert], /^Postgres does not support TLS/],
])('rejects %s', async (_, url, authorities, text) => {
  const failure = { name: 'StoreUnavailableError', message: expect.stringMatching(text) };
  await expect(isEncrypted(url(), authorities)).rejects.toMatchObject(failure);
  await expect(deployMigrations(url(), { authorities })).rejects.toMatchObject(failure);
});
