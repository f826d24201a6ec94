import path from 'node:path';
import {
  deployMigrations,
  endClaims,
  listMigrations,
  loadSnapshot,
  noteChange,
  readObstacle,
} from '@orbweaver/persistence';
import { openContentsOfCommand, trustedAuthorities } from '@orbweaver/platform';
import { openPacked } from '../backup/backup-files';
import type { Manifest } from '../backup/manifest';
import { restoreObjects } from '../backup/restore-objects';
import { verifyBackup } from '../backup/verify-backup';
import { type Command, type CommandContext, CommandError } from '../command';
import { describeBackup } from './backup-verify';

export const restore: Command = {
  name: 'restore',
  summary: 'Load a backup into an empty database, and its objects into the object store',
  options: {},
  positionals: ['FOLDER'],
  async run({ positionals }, context) {
    const { databaseUrl, database, actor, print } = context;
    const folder = path.resolve(positionals[0]!);
    const manifest = await verifyBackup(folder);
    await refuseLaterRelease(manifest);
    if (manifest.objects.copied > 0 && context.config.OBJECT_STORE_URL === undefined) {
      throw new CommandError(
        `The backup has ${manifest.objects.copied} objects. Set OBJECT_STORE_URL to their new store.`,
      );
    }
    const url = await databaseUrl({ mayCreate: true });
    const authorities = trustedAuthorities(context.config.EXTRA_CA_CERTS);
    const address = { url, authorities };
    const obstacle = await readObstacle(address, manifest.migrations);
    if (obstacle !== undefined) {
      throw new CommandError(
        `The database is not empty or in use: ${obstacle}. Stop all services, and create an empty database or DATA_DIR.`,
      );
    }
    await deployMigrations(url, { only: manifest.migrations, authorities });
    await placeObjects(folder, context);
    await loadSnapshot(address, manifest, ({ name }) => openPacked(folder, fileOf(manifest, name)));
    const applied = await deployMigrations(url, { actor, authorities });
    for (const name of applied) print(`applied ${name}`);
    const restored = await database();
    // No process works on them, because the services are stopped.
    await endClaims(restored);
    const changes = { takenAt: { before: null, after: manifest.takenAt } };
    await noteChange(restored, actor, { action: 'restore', teamId: null, target: folder, changes });
    print(`restored ${describeBackup(manifest)}`);
    print(
      'With Kafka: delete the topics, or use another cluster, and run orbweaver topics create. Then start the services.',
    );
  },
};

const fileOf = ({ tables }: Manifest, name: string): string => tables.find((table) => table.name === name)!.file;

/** @throws CommandError */
async function refuseLaterRelease({ migrations, orbweaver }: Manifest): Promise<void> {
  const known = await listMigrations();
  const unknown = migrations.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new CommandError(
    `The backup is of a later release (${orbweaver}, migration ${unknown}). Restore it with that release.`,
  );
}

async function placeObjects(folder: string, { config }: CommandContext): Promise<void> {
  // At restore every object returns to the store, whatever its size.
  const { stored: contents, close } = await openContentsOfCommand({ ...config, OBJECT_STORE_MIN_KIB: 0 });
  try {
    await restoreObjects(folder, contents);
  } finally {
    close();
  }
}
