/** Prints rows in aligned columns. The first row has a cell in every column. */
export function printTable(print: (line: string) => void, rows: readonly string[][]): void {
  const widths = rows[0]!.map((_, column) => rows.reduce((width, row) => Math.max(width, row[column]!.length), 0));
  for (const row of rows) print(writeRow(row, widths));
}

const writeRow = (row: readonly string[], widths: readonly number[]) =>
  row
    .map((cell, column) => cell.padEnd(widths[column]!))
    .join('  ')
    .trimEnd();
