import type { Row } from './page-text';
import { type Block } from './write-html';

const MAX_CODE_COLUMN = 200;

/** Lines of code keep their indentation: columns of fixed width are counted from the leftmost line. */
export function makeCode(rows: readonly Row[]): Block {
  const left = Math.min(...rows.map((row) => row.left));
  const lines = rows.map((row) => {
    let line = '';
    for (const cell of row.cells) {
      const width = (cell.right - cell.left) / cell.text.length || row.size * 0.6;
      const column = Math.round((cell.left - left) / width);
      line = line.padEnd(Math.min(column, MAX_CODE_COLUMN));
      line += line === '' || line.endsWith(' ') ? cell.text : ` ${cell.text}`;
    }
    return line;
  });
  return { kind: 'code', lines };
}
