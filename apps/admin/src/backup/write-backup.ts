import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { ContentMissingError, type ContentStore } from '@orbweaver/object-store';
import { type DocumentObject, type Snapshot, type StoreAddress, withSnapshot } from '@orbweaver/persistence';
import { readVersion } from '@orbweaver/platform';
import { CommandError } from '../command';
import { PRIVATE_FILE, PRIVATE_FOLDER, syncFile, writePacked } from './backup-files';
import { FORMAT, MANIFEST_FILE, type Manifest, OBJECTS_FILE, type ObjectEntry, objectFile } from './manifest';

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
  const partial = `${folder}.partial`;
  await mkdir(partial, { mode: PRIVATE_FOLDER }).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'EEXIST' ? 'a backup is being written, or was interrupted; remove it' : error.message;
    throw new CommandError(`The folder ${partial} cannot be created: ${reason}.`);
  });
  try {
    const manifest = await withSnapshot(address, (snapshot) => writeSnapshot(partial, snapshot, contents));
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

async function writeSnapshot(folder: string, snapshot: Snapshot, contents: ContentStore): Promise<Manifest> {
  const tables: Manifest['tables'] = [];
  for (const table of snapshot.tables) {
    const file = await writePacked(folder, `${table.name}.copy.gz`, snapshot.copy(table));
    tables.push({ ...table, rows: await snapshot.count(table), ...file });
  }
  const { takenAt, postgres, migrations, days } = snapshot;
  const objects = await writeObjects(folder, snapshot, contents);
  const orbweaver = readVersion();
  return {
    format: FORMAT,
    orbweaver,
    postgres,
    takenAt: takenAt.toISOString(),
    migrations,
    days,
    tables,
    objects,
  };
}

async function writeObjects(folder: string, snapshot: Snapshot, contents: ContentStore): Promise<Manifest['objects']> {
  let copied = 0;
  let missing = 0;
  const lines = async function* () {
    for await (const portion of snapshot.objects()) {
      for (let at = 0; at < portion.length; at += OBJECTS_AT_ONCE) {
        const some = portion.slice(at, at + OBJECTS_AT_ONCE);
        const entries = await Promise.all(some.map((object) => copyObject(folder, object, contents)));
        for (const entry of entries) {
          if (entry === undefined) missing += 1;
          else {
            copied += 1;
            yield `${JSON.stringify(entry)}\n`;
          }
        }
      }
    }
  };
  const file = await writePacked(folder, OBJECTS_FILE, Readable.from(lines(), { objectMode: false }));
  return { ...file, copied, missing };
}

/** Undefined for a missing or damaged object. */
async function copyObject(
  folder: string,
  { jobId, pageId, objectHash }: DocumentObject,
  contents: ContentStore,
): Promise<ObjectEntry | undefined> {
  const entry = { jobId, pageId, hash: Buffer.from(objectHash).toString('hex') };
  const file = path.join(folder, objectFile(entry));
  try {
    const bytes = await contents.read({ jobId, pageId, objectHash, content: null });
    await mkdir(path.dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
    await writeFile(file, bytes, { mode: PRIVATE_FILE });
    return entry;
  } catch (error) {
    if (error instanceof ContentMissingError) return undefined;
    throw error;
  }
}
