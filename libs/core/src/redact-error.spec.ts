import { redactError } from './redact-error';

class NavigationError extends Error {
  override readonly name = 'NavigationError';
  readonly code = 'ERR_ABORTED';
}

describe('redactError', () => {
  it('keeps the name, the code and our stack frames', () => {
    const withheld = redactError(new NavigationError('http://secret/ was not reached'));
    expect(withheld).toMatchObject({ name: 'NavigationError', code: 'ERR_ABORTED' });
    expect(withheld.stack).toContain('redact-error.spec.ts');
  });

  it.each<[string, () => unknown]>([
    ['a message', () => new Error('http://secret/')],
    ['a cause', () => new Error('failed', { cause: new Error('http://secret/') })],
    ['an invalid code', () => Object.assign(new Error('x'), { code: 'http://secret/' })],
    [
      'stack frames of page scripts',
      () =>
        Object.assign(new Error('x'), {
          stack: 'Error: x\n    at http://secret/a.js:1:2\n    at secret (<anonymous>:1:1)',
        }),
    ],
    ['a multi-line message', () => new Error('x\n    at once http://secret/')],
    ['values other than errors', () => 'http://secret/'],
  ])('withholds %s', (_, error) => {
    const withheld = redactError(error());
    expect(`${withheld.stack} ${withheld.message} ${JSON.stringify(withheld)} ${String(withheld.cause)}`).not.toContain(
      'secret',
    );
  });
});
