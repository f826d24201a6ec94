export type RtfToken =
  | { kind: 'open' }
  | { kind: 'close' }
  /** A control word, or the sign of a control symbol. */
  | { kind: 'control'; name: string; value: number | undefined }
  /** Bytes in the code page of their font, one per character of the string. */
  | { kind: 'text'; bytes: string }
  | { kind: 'binary'; bytes: string };

const PLAIN = /[^\\{}\r\n\0]+/y;
const CONTROL = /([A-Za-z]{1,32})(-?\d{1,10})? ?/y;

/** `source`: one character per byte. Reads each once and does not trust lengths in the file. */
export function* readRtfTokens(source: string): Generator<RtfToken> {
  let at = 0;
  while (at < source.length) {
    const sign = source.charAt(at);
    if (sign === '{' || sign === '}') {
      at++;
      yield sign === '{' ? { kind: 'open' } : { kind: 'close' };
    } else if (sign === '\\') {
      const token = readControl(source, at + 1);
      at = token.end;
      yield token.token;
    } else if (sign === '\r' || sign === '\n' || sign === '\0') {
      at++;
    } else {
      PLAIN.lastIndex = at;
      const bytes = PLAIN.exec(source)?.[0] ?? sign;
      at += bytes.length;
      yield { kind: 'text', bytes };
    }
  }
}

function readControl(source: string, at: number): { token: RtfToken; end: number } {
  CONTROL.lastIndex = at;
  const match = CONTROL.exec(source);
  if (match === null) return readSymbol(source, at);
  const name = match[1] as string;
  const value = match[2] === undefined ? undefined : Number(match[2]);
  const end = at + match[0].length;
  if (name !== 'bin' || value === undefined || value <= 0) return { token: { kind: 'control', name, value }, end };
  return {
    token: { kind: 'binary', bytes: source.slice(end, end + value) },
    end: Math.min(source.length, end + value),
  };
}

function readSymbol(source: string, at: number): { token: RtfToken; end: number } {
  const sign = source.charAt(at);
  if (sign === "'") {
    const code = Number.parseInt(source.slice(at + 1, at + 3), 16);
    const bytes = Number.isNaN(code) ? '' : String.fromCharCode(code);
    return { token: { kind: 'text', bytes }, end: at + 3 };
  }
  if (sign === '\\' || sign === '{' || sign === '}') return { token: { kind: 'text', bytes: sign }, end: at + 1 };
  // An escaped line end is a `\par`.
  const name = sign === '\r' || sign === '\n' ? 'par' : sign;
  return { token: { kind: 'control', name, value: undefined }, end: at + 1 };
}
