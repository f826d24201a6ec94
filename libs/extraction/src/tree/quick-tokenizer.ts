import { Tokenizer } from 'htmlparser2';

/** What is private to the tokeniser: the source, and the place in it. */
interface Reading {
  buffer: string;
  index: number;
  offset: number;
}

/**
 * htmlparser2's tokeniser, but for how it looks for the end of a text, an attribute or a script: not letter by letter.
 * That is most of a page, and a quarter of the time that its parsing takes.
 */
export class QuickTokenizer extends Tokenizer {}

// By its name, as TypeScript allows nobody to replace what is private. A test sees to it that the name is right.
Object.defineProperty(QuickTokenizer.prototype, 'fastForwardTo', {
  value(this: Reading, code: number): boolean {
    const at = this.buffer.indexOf(String.fromCharCode(code), this.index + 1 - this.offset);
    // The place is moved on by one after every step.
    this.index = this.offset + (at === -1 ? this.buffer.length - 1 : at);
    return at !== -1;
  },
});
