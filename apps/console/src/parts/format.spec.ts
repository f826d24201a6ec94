import { counted, formatDuration, hostOf, safeName } from './format';

describe('format', () => {
  it.each([
    [999, '999 ms'],
    [61_000, '1 min 1 s'],
    [3_840_000, '1 h 4 min'],
  ])('shows %d ms as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it.each([
    [1, '1 attempt'],
    [2_000, '2,000 attempts'],
  ])('counts %d with its unit', (value, text) => {
    expect(counted(value, 'attempt')).toBe(text);
  });

  it.each([
    ['../../etc/passwd', 'etc-passwd'],
    ['.hidden', 'hidden'],
    ['a b\u202egpj.exe', 'a-b-gpj.exe'],
    ['…', 'download'],
  ])('makes %j a file name', (name, safe) => {
    expect(safeName(name)).toBe(safe);
  });

  it('shows the host of a URL, and other text as it is', () => {
    expect([hostOf('https://a.test:8080/x'), hostOf('x')]).toEqual(['a.test:8080', 'x']);
  });
});
