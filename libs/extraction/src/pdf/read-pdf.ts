import { LineJoiner } from './join-rows';
import { makeRows } from './make-rows';
import type { Pdf } from './open-pdf';
import type { Row } from './page-text';
import { readAnnotations } from './read-annotations';
import { readRuns } from './read-runs';
import { type TaggedPage, TagReader, type TagTree } from './read-tags';

/** Limits a whole document. More would not fit into its JSON, and holds up its thread. */
const MAX_CHARACTERS = 16 * 1024 * 1024;
/** After this many consecutive unreadable pages the rest of the file is given up. */
const MAX_UNREADABLE = 100;

export interface PdfReading {
  /** The rows of every page, its text in other directions, and its tags, if it has any. */
  pages: { rows: Row[]; turned: string[]; tagged?: TaggedPage }[];
  /** How many pages were tried, damaged ones included. */
  count: number;
  /** The addresses of its links as written, in order. */
  links: string[];
  /** The numbers of damaged pages. */
  unreadable: number[];
  /** Something was left out: there was too much text, or only damaged pages followed. */
  truncated: boolean;
}

export async function readPdf(
  pdf: Pdf,
  options: { pages: number; wantsText: boolean; wantsLinks: boolean },
): Promise<PdfReading> {
  const reading: PdfReading = { pages: [], count: 0, links: [], unreadable: [], truncated: false };
  const isMarked = options.wantsText && (await isTagged(pdf));
  // The words of the whole document are not known yet.
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
        // Tags do not give the position of form values.
        const isByTags = isMarked && filled.length === 0;
        const tagged = isByTags ? new TagReader(runs, joiner).read(await readTree(page)) : undefined;
        // On a turned page their places mean others.
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
      // The document's warning names the fault once for all pages.
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

/** Damaged tags count as none. */
function isTagged(pdf: Pdf): Promise<boolean> {
  return pdf.getMarkInfo().then(
    (marks) => marks?.Marked === true,
    () => false,
  );
}

function readTree(page: Awaited<ReturnType<Pdf['getPage']>>): Promise<TagTree | null> {
  return page.getStructTree().catch(() => null);
}
