import type { LightElement } from '../../tree/light-node';
import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';

/**
 * The header of a table goes after its rows: of one that is a menu, or that was left out for another reason, nothing is
 * left to have columns. `kept`, by block: 1 stays.
 */
export function dropBareHeaders({ blocks, elements, tags }: PageView, kept: Uint8Array): void {
  const { node, first, end } = elements;
  const headerRows = new Map<LightElement, boolean>();
  for (let table = 0; table < node.length; table++) {
    if (node[table]?.localName !== 'table') continue;
    let isBare = true;
    let hasRows = false;
    for (let index = first[table] as number; index < (end[table] as number); index++) {
      const isOfHeader = tags[index] === 'th' && isInHeaderRow(node[(blocks[index] as TextBlock).element], headerRows);
      if (isOfHeader) continue;
      if (kept[index] === 1) isBare = false;
      else if (tags[index] !== 'caption') hasRows = true;
    }
    if (isBare && hasRows) kept.fill(0, first[table], end[table]);
  }
}

/** Not the name of a row. `known`, by row. */
function isInHeaderRow(cell: LightElement | undefined, known: Map<LightElement, boolean>): boolean {
  const row = cell?.parentNode;
  if (row == null) return false;
  let is = known.get(row);
  if (is === undefined) {
    is = !row.childNodes.some((beside) => beside.nodeType !== 3 && beside.localName === 'td');
    known.set(row, is);
  }
  return is;
}
