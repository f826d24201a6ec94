export interface Picture {
  type: 'png' | 'jpeg';
  width: number;
  height: number;
}

/** Type and size of a PNG or JPEG; undefined for other data. */
export function readPicture(dataUri: string | undefined): Picture | undefined {
  const bytes = bytesOf(dataUri);
  if (bytes.subarray(1, 4).toString('latin1') === 'PNG') {
    return { type: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  if (bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    // SOF0 to SOF3: height and width follow length and precision.
    if (marker >= 0xc0 && marker <= 0xc3) {
      return { type: 'jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
  }
  return undefined;
}

/** Size of a PDF's first page in points, rounded; undefined for other data. */
export function readPdfSize(dataUri: string | undefined): { width: number; height: number } | undefined {
  const text = bytesOf(dataUri).toString('latin1');
  if (!text.startsWith('%PDF')) return undefined;
  const [, width, height] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(text) ?? [];
  return { width: Math.round(Number(width)), height: Math.round(Number(height)) };
}

function bytesOf(dataUri: string | undefined): Buffer {
  return Buffer.from(dataUri?.slice(dataUri.indexOf(',') + 1) ?? '', 'base64');
}
