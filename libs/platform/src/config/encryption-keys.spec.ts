import { randomBytes } from 'node:crypto';
import { ConfigError, loadConfigs } from './config';
import { platformConfig } from './platform.config';

const load = (ENCRYPTION_KEYS: string) => loadConfigs({ config: platformConfig }, { ENCRYPTION_KEYS }).config;
const newKey = () => randomBytes(32).toString('base64');

describe('ENCRYPTION_KEYS', () => {
  it('is a list of keys, empty by default', () => {
    expect(load('').ENCRYPTION_KEYS).toEqual([]);
    const keys = load(`${newKey()}, ${newKey()}`).ENCRYPTION_KEYS;
    expect(keys.map((key) => key !== 'none' && key.id.length)).toEqual([16, 16]);
  });

  it('begins with none if its keys only decrypt', () => {
    expect(load(`none, ${newKey()}`).ENCRYPTION_KEYS).toEqual(['none', expect.objectContaining({})]);
    expect(() => load(`${newKey()},none`)).toThrow('ENCRYPTION_KEYS: key 2 is none, which must be first');
  });

  const good = newKey();
  it.each([
    ['text that is not base64', 'not-a-key-at-all!', 'key 1 must be 32 bytes in base64'],
    ['a shorter key', randomBytes(16).toString('base64'), 'key 1 must be 32 bytes in base64'],
    ['a longer key', randomBytes(64).toString('base64'), 'key 1 must be 32 bytes in base64'],
    ['a key that ends with a comma', `${good},`, 'key 2 must be 32 bytes in base64'],
    ['a key twice', `${good},${good}`, 'key 2 is listed twice'],
  ])('rejects %s and quotes no part of it', (_, text, problem) => {
    let error: unknown;
    try {
      load(text);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toContain(`ENCRYPTION_KEYS: ${problem}`);
    for (const part of text.split(',').filter((one) => one !== '')) expect(String(error)).not.toContain(part);
  });
});
