import { classifyContent } from './content-kind';

const png = Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1');

describe('classifyContent', () => {
  it.each<[string | undefined, string | Buffer, string]>([
    ['text/html; charset=utf-8', '<p>x', 'html'],
    ['text/html', '{"a":1}', 'html'],
    ['text/html', 'a stray \0 in a page', 'html'],
    ['text/html', '%PDF-1.7', 'pdf'],
    ['text/html', png, 'unsupported'],
    ['application/xhtml+xml', '<html/>', 'html'],
    ['application/xml', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">', 'html'],
    ['application/json', '{}', 'json'],
    ['application/ld+json; charset=utf-8', '{}', 'json'],
    ['application/rss+xml', '<rss/>', 'code'],
    ['text/csv', 'a,b', 'code'],
    ['text/plain', 'a < b', 'text'],
    ['text/plain', '<b>bold</b> text', 'text'],
    ['text/plain', ' <!DOCTYPE html><p>x', 'html'],
    ['text/markdown', '# x', 'text'],
    ['text/plain', 'a\0b', 'unsupported'],
    ['application/pdf', '%PDF-1.4', 'pdf'],
    ['application/octet-stream', '\n%PDF-1.4', 'pdf'],
    ['application/pdf', 'no', 'unsupported'],
    ['application/pdf', 'HTTP/1.1 200 OK\r\nX: y\r\n\r\n%PDF-1.4', 'pdf'],
    ['application/pdf', `${'x'.repeat(1019)}%PDF-1.4`, 'pdf'],
    ['application/pdf', `${'x'.repeat(1024)}%PDF-1.4`, 'unsupported'],
    ['text/html', '<br>Warning: x\n%PDF-1.4\n1 0 obj\n%%EOF\n', 'pdf'],
    ['application/octet-stream', Buffer.from('\0\0\x01%PDF-1.4\n%%EOF'), 'pdf'],
    ['text/html', '<p>A file begins with <code>%PDF-1.4</code></p>', 'html'],
    ['text/plain', 'Files begin with %PDF-1.4', 'text'],
    ['image/png', png, 'unsupported'],
    ['image/svg+xml', '<svg/>', 'unsupported'],
    ['application/zip', 'PK\x03\x04', 'zip'],
    ['text/html', 'PK\x03\x04\x14\0', 'zip'],
    ['application/rtf', '{\\rtf1 x', 'rtf'],
    ['text/plain', '{\\rtf1 x', 'rtf'],
    ['application/octet-stream', '<html><p>x', 'html'],
    ['application/octet-stream', 'plain words', 'text'],
    [undefined, '<!-- c --><div>x', 'html'],
    [undefined, '[{"a":1}]', 'json'],
    [undefined, '<?xml version="1.0"?><feed/>', 'code'],
    [undefined, 'plain words', 'text'],
    [undefined, Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<p>', 'utf16le')]), 'text'],
    ['application/x-unheard-of', '<html>', 'html'],
  ])('classifies %s with %p as %s', (contentType, body, kind) => {
    expect(classifyContent(Buffer.from(body as string, 'utf8'), contentType, 'http').kind).toBe(kind);
  });

  it.each([
    ['EncryptedPackage', /encrypted/],
    ['WordDocument', /\.doc\b/],
    ['Workbook', /\.xls\b/],
    ['PowerPoint Document', /\.ppt\b/],
    ['Unheard', /old format/],
  ])('recognises an old office file by its stream %s', (stream, what) => {
    const file = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(4000),
      Buffer.from(stream, 'utf16le'),
    ]);
    const kind = classifyContent(file, 'application/octet-stream', 'http');
    expect(kind).toEqual({ kind: 'unsupported', what: expect.stringMatching(what) });
  });

  it('classifies a rendered DOM as HTML for any content type', () => {
    expect(classifyContent(Buffer.from('<html>'), 'application/json', 'browser').kind).toBe('html');
  });
});
