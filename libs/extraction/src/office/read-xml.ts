import { Parser } from 'htmlparser2';
import { decodeText } from '../decode/decode-text';
import { FileRefused } from './file-refused';

/** Open elements; each new one costs time proportional to their number. */
const MAX_DEPTH = 20_000;

export type XmlAttributes = Record<string, string | undefined>;

/** Names keep their prefixes: office programs write one fixed prefix for each namespace. */
export interface XmlListener {
  /** `start`: where its tag begins in the text that `readXml` returns. */
  open(name: string, attributes: XmlAttributes, start: number): void;
  /** `end`: position after its closing tag. */
  close?(name: string, end: number): void;
  text?(data: string): void;
}

/** Reads XML and returns its text. Expands only the five entities of XML and ignores errors, except too deep nesting. */
export function readXml(bytes: Buffer, listener: XmlListener): string {
  const text = decodeText(bytes, charsetOf(bytes));
  let depth = 0;
  const parser: Parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (++depth > MAX_DEPTH) throw new FileRefused('is nested too deeply');
        listener.open(name, attributes, parser.startIndex);
      },
      onclosetag: (name) => {
        depth--;
        listener.close?.(name, parser.endIndex + 1);
      },
      ontext: (data) => listener.text?.(data),
    },
    { xmlMode: true },
  );
  parser.end(text);
  return text;
}

function charsetOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
