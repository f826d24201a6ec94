import { randomBytes, randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { StoreUnavailableError } from '@orbweaver/core';
import { ContentCipher, ContentKey, EncryptedContents, RowContents } from '@orbweaver/object-store';
import { EventLog } from '@orbweaver/platform';
import { StoredContents } from './stored-contents';

const [known, lost] = [new ContentKey(randomBytes(32)), new ContentKey(randomBytes(32))];
const cipher = new ContentCipher([known]);
const logged: unknown[] = [];
const error = (_: object, event: string) => logged.push(event);
const stored = new StoredContents(
  new EncryptedContents(new RowContents(), cipher),
  cipher,
  new EventLog({ error } as never),
);

function rowOf(key: ContentKey) {
  const [pageId, jobId] = [randomUUID(), randomUUID()];
  const encrypting = new ContentCipher([key]);
  const metadata = encrypting.encryptJson({ column: 'documents.metadata', row: pageId }, { title: 'Page' });
  const content = encrypting.encrypt({ column: 'documents.content', row: pageId }, gzipSync('{"markdown":"text"}'));
  return { pageId, jobId, metadata: JSON.stringify(metadata), content, objectHash: null };
}

describe('StoredContents', () => {
  it('rejects all documents of a page if the key of one is unknown, so that none is omitted', async () => {
    await expect(stored.complete([rowOf(known), rowOf(lost)])).rejects.toThrow(StoreUnavailableError);
    await expect(stored.complete([rowOf(known), rowOf(known)])).resolves.toHaveLength(2);
  });

  it('replaces an altered content by a warning, and returns the other documents', async () => {
    const altered = rowOf(known);
    altered.content[altered.content.length - 1]! ^= 1;
    const completed = await stored.complete([altered, rowOf(known)]);
    const contents = completed.map(({ content }) => JSON.parse(gunzipSync(content).toString()) as object);
    expect(contents).toEqual([{ warning: expect.stringContaining('is missing from the store') }, { markdown: 'text' }]);
    expect(logged).toEqual(['document-missing']);
    expect(completed.map(({ metadata }) => metadata)).toEqual(['{"title":"Page"}', '{"title":"Page"}']);
  });
});
