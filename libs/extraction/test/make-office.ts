import { strToU8, type Zippable, zipSync } from 'fflate';

const relation = (target: string, type: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;
const typed = (part: string, type: string) =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`;

export function zip(files: Record<string, string | Uint8Array>): Uint8Array {
  const entries: Zippable = {};
  for (const [name, content] of Object.entries(files)) {
    entries[name] = typeof content === 'string' ? strToU8(content) : content;
  }
  return zipSync(entries, { level: 1 });
}

export function makeWorkbook(rows: string): Uint8Array {
  return zip({
    '[Content_Types].xml': typed('xl/workbook.xml', 'spreadsheetml.sheet'),
    '_rels/.rels': relation('xl/workbook.xml', 'officeDocument'),
    'xl/_rels/workbook.xml.rels': relation('worksheets/sheet1.xml', 'worksheet'),
    'xl/workbook.xml':
      '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Sums" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  });
}

export function makeWord(body: string | Uint8Array, more: Record<string, string | Uint8Array> = {}): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  return zip({
    '[Content_Types].xml': typed('word/document.xml', 'wordprocessingml.document'),
    '_rels/.rels': relation('word/document.xml', 'officeDocument'),
    'word/document.xml':
      typeof body === 'string' ? `<w:document xmlns:w="${main}"><w:body>${body}</w:body></w:document>` : body,
    ...more,
  });
}

export function makeText(content: string, more: Record<string, string> = {}): Uint8Array {
  return zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': content, ...more });
}

export function makeSlides(picture: Uint8Array, times: number): Uint8Array {
  return zip({
    '[Content_Types].xml': typed('ppt/presentation.xml', 'presentationml.presentation'),
    'ppt/presentation.xml': '<p:presentation><p:sldId r:id="rId1"/></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relation('slides/slide1.xml', 'slide'),
    'ppt/slides/slide1.xml': `<p:sld>${'<a:blip r:embed="rId1"/>'.repeat(times)}</p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relation('../media/a.png', 'image'),
    'ppt/media/a.png': picture,
  });
}

export function makePictureText(picture: Uint8Array, times: number): Uint8Array {
  const frames = '<draw:frame><draw:image xlink:href="a.png"/></draw:frame>'.repeat(times);
  return zip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:text><text:p>${frames}</text:p></office:text>`,
    'a.png': picture,
  });
}

export function makePictureWord(picture: Uint8Array, times: number): Uint8Array {
  const drawing =
    '<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:embed="rId1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>';
  return makeWord(`<w:p>${drawing.repeat(times)}</w:p>`, {
    'word/_rels/document.xml.rels': relation('media/a.png', 'image'),
    'word/media/a.png': picture,
  });
}

/** Sets the unpacked size of every entry in the directory. */
export function claimSize(archive: Uint8Array, unpackedBytes: number): Uint8Array {
  const bytes = Buffer.from(archive);
  for (let at = bytes.indexOf('PK\x01\x02'); at !== -1; at = bytes.indexOf('PK\x01\x02', at + 4)) {
    bytes.writeUInt32LE(unpackedBytes, at + 24);
  }
  return bytes;
}

/** Sets the encryption flag of every entry. */
export function lock(archive: Uint8Array): Uint8Array {
  const bytes = Buffer.from(archive);
  for (let at = bytes.indexOf('PK\x01\x02'); at !== -1; at = bytes.indexOf('PK\x01\x02', at + 4)) bytes[at + 8] = 1;
  return bytes;
}
