const CLEAR = 256;
const END = 257;
const MOST_CODES = 4096;

/** Zeros packed by LZW: each round of codes (5 KB) unpacks to 7 MB. */
export function lzwZeros(rounds: number): Buffer {
  const bits: string[] = [];
  const write = (code: number, width: number) => bits.push(code.toString(2).padStart(width, '0'));
  for (let round = 0; round < rounds; round += 1) {
    write(CLEAR, round === 0 ? 9 : 12);
    write(0, 9);
    // Each code adds a zero to the previous run. Codes grow by a bit one code early.
    for (let code = 258; code < MOST_CODES - 2; code += 1)
      write(code, code < 511 ? 9 : code < 1023 ? 10 : code < 2047 ? 11 : 12);
  }
  write(END, 12);
  const text = bits.join('');
  return Buffer.from((text.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}
