import { HtmlReader } from './html-reader';
import type { LightElement } from './light-node';
import { forgetNoted } from './noted-elements';
import { composeShadowRoots } from './shadow-roots';
import type { StreamedPlace } from './streamed-places';
import { TreeBuilder } from './tree-builder';

export interface ParsedPage {
  /** Holds `html`, which holds `head` and `body`; all three are there whatever the source says. */
  root: LightElement;
  html: LightElement;
  head: LightElement;
  body: LightElement;
  /** The page has more nodes than we take; the rest was left out. */
  truncated: boolean;
  /** How many more the page could have had. */
  nodesLeft: number;
  /** Where content belongs that was sent later, in the order of the page. */
  streamedPlaces: readonly StreamedPlace[];
}

/** Some 80 MB of tree. The largest of 1,500 real pages has 34,000 nodes. */
const MAX_NODES = 500_000;

interface ParseOptions {
  /** The page was sent as XML, where elements close themselves and CDATA is text. */
  xhtml: boolean;
  maxNodes?: number;
  /** false: there is no NUL in the source, which bytes tell sooner. */
  mayHoldNul?: boolean;
}

export function parseHtml(source: string, options: ParseOptions = { xhtml: false }): ParsedPage {
  const builder = new TreeBuilder(options.maxNodes ?? MAX_NODES);
  const repaired = options.xhtml ? source : repairSource(source, options.mayHoldNul ?? true);
  new HtmlReader(repaired, builder, options.xhtml).read();
  if (builder.shadowRoots.size > 0) {
    composeShadowRoots([...builder.shadowRoots.values()]);
    forgetNoted(builder.root);
  }
  const { root, html, head, body, truncated, nodesLeft } = builder;
  return { root, html, head, body, truncated, nodesLeft, streamedPlaces: builder.streamedPlaces.all };
}

/**
 * In HTML `<![CDATA[` is a comment up to the next `>`, and `--!>` ends a comment. The tokeniser reads on to `]]>`
 * and `-->`, which may never come, and the rest of the page would be gone.
 */
function repairSource(source: string, mayHoldNul: boolean): string {
  let repaired = source;
  if (mayMislead(source)) repaired = repaired.replaceAll('<![CDATA[', '<!x[CDATA[').replaceAll('--!>', '-->');
  if (mayHoldNul && repaired.includes('\0')) repaired = repaired.replaceAll('\0', '\uFFFD');
  if (repaired.includes('\r')) repaired = repaired.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  return repaired;
}

const LESS = 60;
const GREATER = 62;

/** Whether either is in it. Both hold an exclamation mark, which is rare: to look for that alone is several times as fast. */
function mayMislead(source: string): boolean {
  for (let at = source.indexOf('!'); at !== -1; at = source.indexOf('!', at + 1)) {
    if (source.charCodeAt(at - 1) === LESS && source.startsWith('[CDATA[', at + 1)) return true;
    if (source.charCodeAt(at + 1) === GREATER && source.startsWith('--', at - 2)) return true;
  }
  return false;
}
