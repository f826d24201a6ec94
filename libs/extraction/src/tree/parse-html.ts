import type { StreamedPlace } from '../sites/react';
import { HtmlReader } from './html-reader';
import type { LightElement } from './light-node';
import { forgetNoted } from './noted-elements';
import { composeShadowRoots } from './shadow-roots';
import { TreeBuilder } from './tree-builder';

export interface ParsedPage {
  /** Always contains `html` with `head` and `body`. */
  root: LightElement;
  html: LightElement;
  head: LightElement;
  body: LightElement;
  /** The node limit was reached. */
  truncated: boolean;
  nodesLeft: number;
  /** Placeholders of streamed content, in document order. */
  streamedPlaces: readonly StreamedPlace[];
}

/** About 80 MB. The largest of 1,500 real pages has 34,000 nodes. */
const MAX_NODES = 500_000;

interface ParseOptions {
  /** Sent as XML: `/>` closes elements and CDATA is text. */
  xhtml: boolean;
  maxNodes?: number;
  /** false: the source has no NUL. */
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

/** HTML ends `<![CDATA[` at the next `>` and a comment at `--!>`; the tokeniser would read on to `]]>` or `-->`. */
function repairSource(source: string, mayHoldNul: boolean): string {
  let repaired = source;
  if (mayMislead(source)) repaired = repaired.replaceAll('<![CDATA[', '<!x[CDATA[').replaceAll('--!>', '-->');
  if (mayHoldNul && repaired.includes('\0')) repaired = repaired.replaceAll('\0', '\uFFFD');
  if (repaired.includes('\r')) repaired = repaired.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  return repaired;
}

const LESS = 60;
const GREATER = 62;

/** Whether the source contains either. Searching the rare exclamation mark is several times faster. */
function mayMislead(source: string): boolean {
  for (let at = source.indexOf('!'); at !== -1; at = source.indexOf('!', at + 1)) {
    if (source.charCodeAt(at - 1) === LESS && source.startsWith('[CDATA[', at + 1)) return true;
    if (source.charCodeAt(at + 1) === GREATER && source.startsWith('--', at - 2)) return true;
  }
  return false;
}
