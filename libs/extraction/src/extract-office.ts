import { type ScrapeSpec, wantsFormat } from '@orbweaver/core';
import type { Capture, ExtractionOptions } from './capture';
import { explainUnsupported } from './decode/content-kind';
import { type Extracted, extractHtml } from './extract-html';
import { type FileProperties, readProperties } from './office/file-properties';
import { FileRefused } from './office/file-refused';
import { identifyArchive, type OfficeKind } from './office/office-kind';
import { type Archive, openArchive } from './office/open-archive';
import { Pictures } from './office/pictures';
import { readOpenDocument, refuseEncrypted } from './office/read-open-document';
import { readSlides } from './office/read-slides';
import { readWord } from './office/read-word';
import { readWorkbook } from './office/read-workbook';
import { readRtf } from './office/rtf/read-rtf';
import { writeFilePage } from './office/write-page';
import { storable } from './page/metadata';

interface OfficeReading {
  body: string;
  properties: FileProperties;
  warnings: string[];
}

const NAMES: Record<OfficeKind | 'rtf', string> = {
  word: 'Word document',
  workbook: 'Excel workbook',
  slides: 'PowerPoint presentation',
  'open-text': 'OpenDocument text',
  'open-workbook': 'OpenDocument spreadsheet',
  'open-slides': 'OpenDocument presentation',
  rtf: 'RTF document',
};

/** Maximum bytes of pictures in all formats together. Base64 adds a third; the limit of a document is 32 MiB. */
const MAX_PICTURE_BYTES = 20 * 1024 * 1024;
const PICTURED = ['markdown', 'html', 'rawHtml', 'images'] as const;
/** Characters. */
const MAX_REASON = 200;
/** Placeholder of a picture that was not requested. */
const EMPTY_PICTURE = /^data:[^,]*,$/;

/**
 * Converts an office document to a page (its `rawHtml`), and that page to the requested formats. `refused`: the reason
 * why the file cannot be read.
 */
export async function extractOffice(
  capture: Capture,
  container: 'zip' | 'rtf',
  spec: ScrapeSpec,
  options: ExtractionOptions,
): Promise<Extracted | { refused: string }> {
  let name = 'office document or ZIP archive';
  let reading: OfficeReading;
  const copies = PICTURED.filter((type) => wantsFormat(spec, type)).length;
  const pictures = new Pictures(!spec.removeBase64Images, MAX_PICTURE_BYTES / Math.max(1, copies));
  try {
    if (container === 'rtf') {
      name = NAMES.rtf;
      reading = { ...readRtf(capture.body, pictures), warnings: [] };
    } else {
      const archive = await openArchive(capture.body);
      const identified = await identifyArchive(archive);
      if ('unsupported' in identified) {
        return { refused: explainUnsupported(capture, identified.unsupported) };
      }
      name = NAMES[identified.kind];
      reading = await readArchive(archive, identified.kind, pictures);
    }
  } catch (error) {
    return { refused: explainRefusal(name, error) };
  }
  const page = writeFilePage(reading.body, reading.properties);
  // The whole file is main content.
  const wanted: ScrapeSpec = { ...spec, onlyMainContent: false };
  const extracted = extractHtml({ text: page.html, xhtml: false, url: capture.url }, wanted, {
    ...options,
    detectShell: false,
  });
  if (extracted === 'needs-browser') throw new Error('unexpected needs-browser: shell detection is off for files');
  if (!options.wantsDocument) return extracted;
  const { content, warnings } = extracted;
  if (content.images !== undefined) content.images = content.images.filter((image) => !EMPTY_PICTURE.test(image));
  warnings.push(...reading.warnings, ...pictures.warnings());
  if (page.truncated) warnings.push('The document is too large; its end was left out.');
  return extracted;
}

async function readArchive(archive: Archive, kind: OfficeKind, pictures: Pictures): Promise<OfficeReading> {
  if (kind.startsWith('open-')) await refuseEncrypted(archive);
  const properties = await readProperties(archive);
  switch (kind) {
    case 'word':
      return { body: await readWord(archive, pictures), properties, warnings: [] };
    case 'slides':
      return { body: await readSlides(archive, pictures), properties, warnings: [] };
    case 'open-text':
    case 'open-slides':
      return { body: await readOpenDocument(archive, pictures), properties, warnings: [] };
    case 'workbook':
    case 'open-workbook':
      return { properties, ...(await readWorkbook(archive)) };
  }
}

/** Shortens messages, because libraries include pieces of damaged files. */
function explainRefusal(name: string, error: unknown): string {
  if (error instanceof FileRefused) return `The ${name} ${error.message}.`;
  // Thrown when the stack overflows.
  if (error instanceof RangeError) return `The ${name} is nested too deeply, or is damaged.`;
  const hasReason = error instanceof Error && !(error instanceof TypeError);
  const reason = hasReason ? ` (${storable(error.message.slice(0, MAX_REASON))})` : '';
  return `The ${name} is damaged and cannot be read${reason}.`;
}
