import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { CommandError } from '../command';

export const MANIFEST_FILE = 'manifest.json';
/** One JSON object of ObjectEntry per line. */
export const OBJECTS_FILE = 'objects.jsonl.gz';
export const FORMAT = 1;

const FileEntry = z.object({
  file: z.string().regex(/^[a-z_0-9.]+$/),
  /** SHA-256 of the file, hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().min(0),
});

export type FileEntry = z.infer<typeof FileEntry>;

const Manifest = z.object({
  format: z.literal(FORMAT),
  orbweaver: z.string(),
  postgres: z.string(),
  /** The moment that the backup contains. */
  takenAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** Days with partitions, as `20261125`. */
  days: z.array(z.string()),
  /** In loading order. */
  tables: z.array(FileEntry.extend({ name: z.string(), columns: z.array(z.string()), rows: z.int().min(0) })),
  objects: FileEntry.extend({
    copied: z.int().min(0),
    /** Deleted before they were copied, because their jobs had expired, or lost earlier. */
    missing: z.int().min(0),
  }),
});

export type Manifest = z.infer<typeof Manifest>;

export const ObjectEntry = z.object({
  jobId: z.uuid(),
  pageId: z.uuid(),
  /** SHA-256, hex. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

export type ObjectEntry = z.infer<typeof ObjectEntry>;

/** Relative path of the copy of an object. */
export const objectFile = ({ pageId, hash }: ObjectEntry): string =>
  path.join('objects', hash.slice(0, 2), `${pageId}-${hash}`);

/** @throws CommandError if the folder is not a complete backup of a known format */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, MANIFEST_FILE);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${folder} is not a backup: ${file} cannot be read (${error.code}).`);
  });
  const manifest = Manifest.safeParse(parseJson(text));
  if (manifest.success) return manifest.data;
  const [issue] = manifest.error.issues;
  throw new CommandError(`${file} is damaged or of another release: ${issue?.path.join('.')}: ${issue?.message}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
