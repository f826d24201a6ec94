import { LineJoiner } from './join-rows';
import { makeRows } from './make-rows';
import type { Pdf } from './open-pdf';
import type { Row } from './page-text';
import { readAnnotations } from './read-annotations';
import { readRuns } from './read-runs';
import { type TaggedPage, TagReader, type TagTree } from './read-tags';

/** Per document; more would exceed the limit of its JSON. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
/** Consecutive unreadable pages after which reading stops. */
const MAX_UNREADABLE = 100;

export interface PdfReading {
  /** Rows, rotated text and tags of every page. */
  pages: { rows: Row[]; turned: string[]; tagged?: TaggedPage }[];
  /** Pages read, damaged ones included. */
  count: number;
  /** Link URLs as written, in order. */
  links: string[];
  unreadable: number[];
  /** The text limit was reached, or only damaged pages followed. */
  truncated: boolean;
}

export async function readPdf(
  pdf: Pdf,
  options: { pages: number; wantsText: boolean; wantsLinks: boolean },
): Promise<PdfReading> {
  const reading: PdfReading = { pages: [], count: 0, links: [], unreadable: [], truncated: false };
  const isMarked = options.wantsText && (await isTagged(pdf));
  const joiner = new LineJoiner(new Set());
  let characters = 0;
  let unreadable = 0;
  for (let number = 1; number <= options.pages; number++) {
    try {
      const page = await pdf.getPage(number);
      const annotations = await readAnnotations(page);
      if (options.wantsText) {
        const { runs, upright, turn, turned, truncated } = await readRuns(page);
        reading.truncated ||= truncated;
        const filled = annotations.runs;
        for (const run of [...upright, ...filled]) characters += run.text.length;
        // Tags have no positions for form values.
        const isByTags = isMarked && filled.length === 0;
        const tagged = isByTags ? new TagReader(runs, joiner).read(await readTree(page)) : undefined;
        // Positions differ on a rotated page.
        const beside = turn === 0 ? [] : filled.map(({ text }) => text);
        reading.pages.push({
          rows: makeRows(turn === 0 ? [...upright, ...filled] : upright),
          turned: [...turned, ...beside, ...annotations.notes],
          tagged,
        });
      }
      if (options.wantsLinks) reading.links.push(...annotations.links);
      page.cleanup();
      unreadable = 0;
    } catch {
      // Reported once in the document's warning.
      reading.unreadable.push(number);
      unreadable++;
    }
    reading.count = number;
    if (number < options.pages && (characters > MAX_CHARACTERS || unreadable >= MAX_UNREADABLE)) {
      reading.truncated = true;
      break;
    }
  }
  return reading;
}

/** false for damaged tags. */
function isTagged(pdf: Pdf): Promise<boolean> {
  return pdf.getMarkInfo().then(
    (marks) => marks?.Marked === true,
    () => false,
  );
}

function readTree(page: Awaited<ReturnType<Pdf['getPage']>>): Promise<TagTree | null> {
  return page.getStructTree().catch(() => null);
}
