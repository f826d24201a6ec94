import { Parser } from 'htmlparser2';
import { decodeText } from '../decode/decode-text';

export type XmlAttributes = Record<string, string | undefined>;

/** Names keep their prefixes: office programs write one fixed prefix for each namespace. */
export interface XmlListener {
  open(name: string, attributes: XmlAttributes): void;
  close?(name: string): void;
  text?(data: string): void;
}

/**
 * Reads XML without recursion and expands only the five entities of XML itself, so that no nesting or entity can harm.
 * XML that is not well-formed is read as far as it makes sense.
 */
export function readXml(bytes: Buffer, listener: XmlListener): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => listener.open(name, attributes),
      onclosetag: (name) => listener.close?.(name),
      ontext: (data) => listener.text?.(data),
    },
    { xmlMode: true },
  );
  parser.end(decodeText(bytes, charsetOf(bytes)));
}

function charsetOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
