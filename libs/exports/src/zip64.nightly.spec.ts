import { gzipSync } from 'node:zlib';
import { fromBuffer } from 'yauzl';
import { exportFormats } from './export-formats';

/** More than the 65,535 entries of a ZIP file without the zip64 extension. */
const DOCUMENTS = 66_000;

const content = gzipSync(JSON.stringify({ markdown: 'x' }));
const storedAt = new Date();

jest.setTimeout(300_000);

it('writes more than 65,535 entries, with a manifest of all', async () => {
  const parts: Uint8Array[] = [];
  const source = {
    after: 0,
    last: DOCUMENTS,
    read: async ({ after, limit }: { after: number; limit: number }) =>
      Array.from({ length: Math.min(limit, DOCUMENTS - after) }, (_, index) => ({
        ...{ ordinal: after + index + 1, storedAt, content },
        metadata: JSON.stringify({ url: `https://site.example/${after + index + 1}` }),
      })),
  };
  for await (const part of exportFormats.zip.write(source)) parts.push(part);
  const names = await namesOf(Buffer.concat(parts));
  expect(names).toHaveLength(DOCUMENTS + 1);
  expect(new Set(names).size).toBe(DOCUMENTS + 1);
  expect(names.at(-1)).toBe('manifest.jsonl');
});

function namesOf(file: Buffer): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const names: string[] = [];
    fromBuffer(file, (error, zip) => {
      if (error) return reject(error);
      zip.on('error', reject);
      zip.on('entry', ({ fileName }) => names.push(fileName));
      zip.on('end', () => resolve(names));
    });
  });
}
