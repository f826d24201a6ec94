import { lowerCaseNameAt, upperCaseName } from './names';

describe('lowerCaseNameAt and upperCaseName', () => {
  it('return names in the right case with a full cache', () => {
    // Many share a length and their edges.
    const names = Array.from({ length: 5000 }, (_, index) => `Data-${(index % 2500).toString(36)}-X`);
    for (const name of ['', 'A', 'a', 'é', `x${'Y'.repeat(100)}`, 'constructor', '__proto__', ...names]) {
      expect(lowerCaseNameAt(`<${name}>`, 1, 1 + name.length)).toBe(name.toLowerCase());
      expect(upperCaseName(name)).toBe(name.toUpperCase());
    }
  });
});
