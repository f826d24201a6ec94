import { unlessAborted } from '@orbweaver/core';
import type { PaperFormat } from 'puppeteer-core';
import type { ActionStep } from './action-step';

export const pdf: ActionStep<'pdf'> = async ({ page, output, signal }, { landscape, scale, format }) => {
  if (scale < 0.1 || scale > 2) throw new Error(`the scale must be between 0.1 and 2, not ${scale}`);
  const printing = page.createPDFStream({
    landscape,
    scale,
    format: format.toLowerCase() as PaperFormat,
    printBackground: true,
    timeout: 0,
  });
  // Base64 encodes three bytes as four characters.
  const bytes = await readUpTo((output.roomChars() * 3) / 4, await unlessAborted(signal, printing), signal);
  const file = `data:application/pdf;base64,${bytes.toString('base64')}`;
  output.add('pdfs', file, file.length);
};

/** Stops at the first chunk beyond the limit: a page may have any length. */
async function readUpTo(maxBytes: number, stream: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<Buffer> {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await unlessAborted(signal, reader.read());
    if (done) return Buffer.concat(parts);
    parts.push(value);
    size += value.length;
    if (size <= maxBytes) continue;
    reader.cancel().catch(() => undefined);
    throw new Error('the PDF exceeds the size limit of all actions (20 MiB)');
  }
}
