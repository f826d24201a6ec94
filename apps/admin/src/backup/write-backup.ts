import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { ContentMissingError, type ContentStore } from '@orbweaver/object-store';
import { type Snapshot, type StoreAddress, withSnapshot } from '@orbweaver/persistence';
import { readVersion } from '@orbweaver/platform';
import { CommandError } from '../command';
import { PRIVATE_FILE, PRIVATE_FOLDER, readObjectEntries, syncFile, writePacked } from './backup-files';
import { FORMAT, MANIFEST_FILE, type Manifest, OBJECTS_FILE, type ObjectEntry, objectFile } from './manifest';

/** The objects of the snapshot, while they are copied. */
const WANTED_FILE = 'objects.wanted.gz';
/** Objects in memory at once; each has at most some megabytes. */
const OBJECTS_AT_ONCE = 8;

/**
 * Copies one moment of a database, and the objects to which its documents refer, into a new folder. The folder appears
 * when it is complete.
 * @throws CommandError if the folder exists or cannot be created
 */
export async function writeBackup(
  folder: string,
  { address, contents }: { address: StoreAddress; contents: ContentStore },
): Promise<Manifest> {
  if (existsSync(folder)) throw new CommandError(`The folder ${folder} exists. Choose another path.`);
  await mkdir(path.dirname(folder), { recursive: true, mode: PRIVATE_FOLDER });
  const partial = `${folder}.partial`;
  await mkdir(partial, { mode: PRIVATE_FOLDER }).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'EEXIST' ? 'a backup is being written, or was interrupted; remove it' : error.message;
    throw new CommandError(`The folder ${partial} cannot be created: ${reason}.`);
  });
  try {
    const snapshot = await withSnapshot(address, (moment) => writeSnapshot(partial, moment));
    // After the transaction, which would delay vacuum and migrations for as long as the objects are copied.
    const manifest = { ...snapshot, objects: await writeObjects(partial, contents) };
    const file = path.join(partial, MANIFEST_FILE);
    await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`, { mode: PRIVATE_FILE });
    await syncFile(file);
    await rename(partial, folder);
    return manifest;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

async function writeSnapshot(folder: string, snapshot: Snapshot): Promise<Omit<Manifest, 'objects'>> {
  const tables: Manifest['tables'] = [];
  for (const table of snapshot.tables) {
    const file = await writePacked(folder, `${table.name}.copy.gz`, snapshot.copy(table));
    tables.push({ ...table, rows: await snapshot.count(table), ...file });
  }
  const { takenAt, postgres, migrations, days } = snapshot;
  await writePacked(folder, WANTED_FILE, Readable.from(entriesOf(snapshot), { objectMode: false }));
  const orbweaver = readVersion();
  return {
    format: FORMAT,
    orbweaver,
    postgres,
    takenAt: takenAt.toISOString(),
    migrations,
    days,
    tables,
  };
}

async function* entriesOf(snapshot: Snapshot): AsyncGenerator<string> {
  for await (const portion of snapshot.objects()) {
    for (const { jobId, pageId, objectHash } of portion) {
      yield `${JSON.stringify({ jobId, pageId, hash: Buffer.from(objectHash).toString('hex') })}\n`;
    }
  }
}

async function writeObjects(folder: string, contents: ContentStore): Promise<Manifest['objects']> {
  let copied = 0;
  let missing = 0;
  const lines = async function* () {
    for await (const wanted of readObjectEntries(folder, OBJECTS_AT_ONCE, WANTED_FILE)) {
      const found = await Promise.all(wanted.map((entry) => copyObject(folder, entry, contents)));
      for (const [index, entry] of wanted.entries()) {
        if (found[index]) {
          copied += 1;
          yield `${JSON.stringify(entry)}\n`;
        } else missing += 1;
      }
    }
  };
  const file = await writePacked(folder, OBJECTS_FILE, Readable.from(lines(), { objectMode: false }));
  await rm(path.join(folder, WANTED_FILE));
  return { ...file, copied, missing };
}

/** False for a missing or damaged object. */
async function copyObject(folder: string, entry: ObjectEntry, contents: ContentStore): Promise<boolean> {
  const { jobId, pageId, hash } = entry;
  const file = path.join(folder, objectFile(entry));
  try {
    const bytes = await contents.read({ jobId, pageId, objectHash: Buffer.from(hash, 'hex'), content: null });
    await mkdir(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
    await writeFile(file, bytes, { mode: PRIVATE_FILE });
    return true;
  } catch (error) {
    if (error instanceof ContentMissingError) return false;
    throw error;
  }
}
