import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';

/** Width of a terminal that reports none. */
const USUAL_COLUMNS = 80;
const ERASE_BELOW = '\u001b[J';
const up = (rows: number) => (rows > 0 ? `\u001b[${rows}A` : '');

/**
 * A line at the bottom of a terminal that is rewritten in place. Erased before other output and drawn again after it.
 */
export class RenewedLine {
  private text = '';
  private drawnLength = 0;
  private isAtLineStart = true;
  private readonly write: WriteStream['write'];

  constructor(
    private readonly stream: WriteStream,
    others: readonly WriteStream[] = [],
  ) {
    this.write = this.stepAside(stream);
    for (const other of others) this.stepAside(other);
    process.once('exit', () => this.show(''));
  }

  /** Empty text hides the line. Longer text is truncated. */
  show(text: string): void {
    if (text === this.text) return;
    this.text = text;
    this.erase();
    this.draw();
  }

  private get columns(): number {
    return this.stream.columns || USUAL_COLUMNS;
  }

  private stepAside(stream: WriteStream): WriteStream['write'] {
    const write = stream.write.bind(stream);
    stream.write = ((chunk: string | Uint8Array, ...rest: []) => {
      this.erase();
      const isFlowing = write(chunk, ...rest);
      // Hidden while other output ends without a newline.
      this.isAtLineStart = chunk.length === 0 ? this.isAtLineStart : isNewline(chunk.at(-1));
      this.draw();
      return isFlowing;
    }) as WriteStream['write'];
    return write;
  }

  private draw(): void {
    if (this.text === '' || !this.isAtLineStart) return;
    const line = this.text.slice(0, this.columns - 1);
    this.write(this.stream.hasColors() ? styleText('dim', line) : line);
    this.drawnLength = line.length;
  }

  private erase(): void {
    if (this.drawnLength === 0) return;
    // The line has wrapped if the terminal was narrowed.
    const rowsBelowFirst = Math.ceil(this.drawnLength / this.columns) - 1;
    this.write(`\r${up(rowsBelowFirst)}${ERASE_BELOW}`);
    this.drawnLength = 0;
  }
}

const isNewline = (last: string | number | undefined) => last === '\n' || last === 0x0a;
