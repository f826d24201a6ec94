import { fetched } from '../../test/extract-document';
import { claimSize, lock, makeText, makeWord, zip } from '../../test/make-office';
import { captureOf, scrapeSpec } from '../../test/scrape-spec';
import { extractPage } from '../extract-page';

const MIB = 1024 * 1024;
const entities = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(50)}">]><x>&b;</x>`;

describe('extractOffice with malicious files', () => {
  it.each<[string, () => Uint8Array, RegExp]>([
    [
      'unpacks to more than the limit',
      () => claimSize(makeWord('<w:p/>'), 129 * MIB),
      /unpacks to more than 134217728 bytes/,
    ],
    ['declares a wrong size', () => claimSize(makeWord(new Uint8Array(5 * MIB)), 10), /too many bytes/],
    [
      'has too many files',
      () => zip(Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`${index}`, '']))),
      /contains 10001 files/,
    ],
    ['declares entities', () => makeWord('', { 'word/document.xml': entities }), /declares XML entities/],
    [
      'is nested too deeply',
      () => makeWord(`${'<w:p>'.repeat(50_000)}${'</w:p>'.repeat(50_000)}`),
      /nested too deeply/,
    ],
    ['is an OpenDocument with unclosed elements', () => makeText('<text:p>'.repeat(1_000_000)), /nested too deeply/],
    [
      'is nested too deeply and hides text',
      () => makeWord('<w:p><w:r><w:rPr><w:vanish/></w:rPr>'.repeat(500_000)),
      /nested too deeply/,
    ],
    ['has unclosed groups', () => Buffer.from(`{\\rtf1 ${'{'.repeat(100_000)}`), /RTF document is nested/],
    ['is truncated', () => makeWord('<w:p/>').subarray(0, 300), /damaged and cannot be read/],
    ['has a damaged part', () => makeWord('<w:p><w:r></w:p>'), /Word document is damaged/],
    ['is encrypted', () => lock(makeWord('<w:p/>')), /encrypted.*password/],
    [
      'is an encrypted OpenDocument',
      () => makeText('noise', { 'META-INF/manifest.xml': '<manifest:encryption-data/>' }),
      /OpenDocument text is encrypted/,
    ],
    ['is an archive of other files', () => zip({ 'a.txt': 'x' }), /returned a ZIP archive, which/],
    ['is a book', () => zip({ mimetype: 'application/epub+zip' }), /e-book/],
    [
      'has the type name of an Object member',
      () => zip({ mimetype: 'application/vnd.oasis.opendocument.constructor' }),
      /unsupported kind of OpenDocument/,
    ],
    [
      'is a drawing',
      () => zip({ mimetype: 'application/vnd.oasis.opendocument.graphics' }),
      /unsupported kind of OpenDocument/,
    ],
  ])('rejects a file that %s', async (_title, make, message) => {
    const capture = captureOf(new Uint8Array(make()), { headers: { 'content-type': 'application/octet-stream' } });
    expect(await extractPage(capture, scrapeSpec(), fetched)).toEqual({
      kind: 'failed',
      failure: { reason: 'unsupported-type', message: expect.stringMatching(message) },
    });
  });
});
