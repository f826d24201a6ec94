import type { Pdf } from './open-pdf';
import type { TextRun } from './page-text';

type Page = Awaited<ReturnType<Pdf['getPage']>>;

export interface PageAnnotations {
  /** Link URLs as written, in order. */
  links: string[];
  /** Form values and free text, with their positions. */
  runs: TextRun[];
  /** Comments. */
  notes: string[];
}

interface Annotation {
  subtype?: string;
  url?: unknown;
  rect?: unknown;
  annotationFlags?: number;
  hidden?: boolean;
  fieldType?: string;
  fieldValue?: unknown;
  password?: boolean;
  contentsObj?: { str?: unknown };
  defaultAppearanceData?: { fontSize?: number };
}

const INVISIBLE = 0x02 | 0x20;
/** Remarks on the text, not the text that they mark. */
const REMARKS = new Set(['Text', 'Highlight', 'Underline', 'Squiggly', 'StrikeOut', 'Caret', 'Stamp']);
const MAX_ANNOTATIONS = 5_000;
const MAX_CHARACTERS = 100_000;
/** Points. Font size of a field without one. */
const SIZES = { least: 6, most: 12, ofHeight: 0.7 };
/** In units of the font size. */
const LETTER_WIDTH = 0.5;
const LINE_HEIGHT = 1.2;

export async function readAnnotations(page: Page): Promise<PageAnnotations> {
  const annotations = ((await page.getAnnotations()) as Annotation[]).slice(0, MAX_ANNOTATIONS);
  const shown = annotations.filter(({ hidden, annotationFlags = 0 }) => !hidden && (annotationFlags & INVISIBLE) === 0);
  return {
    links: annotations.flatMap(({ subtype, url }) => (subtype === 'Link' && typeof url === 'string' ? [url] : [])),
    runs: shown.flatMap((annotation) => placeLines(annotation, textOf(annotation))),
    notes: shown.flatMap((annotation) => {
      const note = REMARKS.has(annotation.subtype ?? '') ? contentsOf(annotation) : '';
      return note === '' ? [] : [note.replace(/\s+/g, ' ')];
    }),
  };
}

function textOf(annotation: Annotation): string {
  const { subtype, fieldType, fieldValue, password } = annotation;
  if (subtype === 'FreeText') return contentsOf(annotation);
  // A button's value is the name of its state.
  if (subtype !== 'Widget' || password || (fieldType !== 'Tx' && fieldType !== 'Ch')) return '';
  return bounded(Array.isArray(fieldValue) ? fieldValue.join(', ') : fieldValue);
}

const contentsOf = ({ contentsObj }: Annotation): string => bounded(contentsObj?.str);

function bounded(text: unknown): string {
  return typeof text === 'string' ? text.slice(0, MAX_CHARACTERS).trim() : '';
}

function placeLines({ rect, defaultAppearanceData }: Annotation, text: string): TextRun[] {
  if (text === '' || !Array.isArray(rect) || rect.length !== 4 || !rect.every(Number.isFinite)) return [];
  const [left, bottom, right, top] = rect as [number, number, number, number];
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  const height = (top - bottom) / lines.length;
  const asked = defaultAppearanceData?.fontSize ?? 0;
  const size = asked > 0 ? asked : Math.min(SIZES.most, Math.max(SIZES.least, height * SIZES.ofHeight));
  const first = lines.length === 1 ? (top + bottom) / 2 - size * 0.35 : top - size;
  return lines.map((line, index) => ({
    text: line.replace(/\s+/g, ' ').trim(),
    left: left + 2,
    right: Math.min(right, left + 2 + line.length * size * LETTER_WIDTH),
    y: first - index * size * LINE_HEIGHT,
    size,
    isMono: false,
    isRightToLeft: false,
    isApart: true,
  }));
}
