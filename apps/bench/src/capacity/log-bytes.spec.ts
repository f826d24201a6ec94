import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readLogBytes } from './log-bytes';

it('sums only the segments of all partitions of a topic', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'orbweaver-log-bytes-'));
  const write = async (partition: string, file: string, bytes: number) => {
    await mkdir(path.join(folder, 'log', partition), { recursive: true });
    await writeFile(path.join(folder, 'log', partition, file), Buffer.alloc(bytes));
  };
  await write('documents.bulk-0', '00000000000000000000.log', 100);
  await write('documents.bulk-0', '00000000000000000000.index', 7);
  await write('documents.bulk-11', '00000000000000000000.log', 30);
  await write('documents.bulk-11', '00000000000000000042.log', 4);
  await write('documents.bulk.ephemeral-0', '00000000000000000000.log', 1);
  await write('snapshots', 'other.log', 50);
  expect(Object.fromEntries(readLogBytes(folder))).toEqual({ 'documents.bulk': 134, 'documents.bulk.ephemeral': 1 });
  await rm(folder, { recursive: true });
});
