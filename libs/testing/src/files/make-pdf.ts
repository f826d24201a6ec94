/** A PDF of the given objects, the catalogue first. Texts are Latin-1; streams include their length. */
export function makePdf(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  let length = parts[0]?.length ?? 0;
  const offsets: string[] = [];
  for (const [index, object] of objects.entries()) {
    const body = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      typeof object === 'string' ? Buffer.from(object, 'latin1') : object,
      Buffer.from('\nendobj\n'),
    ]);
    offsets.push(`${String(length).padStart(10, '0')} 00000 n \n`);
    parts.push(body);
    length += body.length;
  }
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

export const pdfStream = (dictionary: string, bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);

/** A PDF with one text per page. */
export function makeTextPdf(...texts: string[]): Buffer {
  const pageNumber = (index: number): number => 4 + 2 * index;
  return makePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${texts.map((_, index) => `${pageNumber(index)} 0 R`).join(' ')}] /Count ${texts.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...texts.flatMap((text, index) => {
      const stream = text === '' ? '' : `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;
      return [
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ' +
          `/Contents ${pageNumber(index) + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ]);
}
