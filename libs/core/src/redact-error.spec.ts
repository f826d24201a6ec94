import { redactError } from './redact-error';

class NavigationError extends Error {
  override readonly name = 'NavigationError';
  readonly code = 'ERR_ABORTED';
}

describe('redactError', () => {
  it('keeps the name, the code and where in our code an error arose', () => {
    const withheld = redactError(new NavigationError('http://secret/ was not reached'));
    expect(withheld).toMatchObject({ name: 'NavigationError', code: 'ERR_ABORTED' });
    expect(withheld.stack).toContain('redact-error.spec.ts');
  });

  it.each<[string, () => unknown]>([
    ['a message', () => new Error('http://secret/')],
    ['a cause', () => new Error('failed', { cause: new Error('http://secret/') })],
    ['a code that is none', () => Object.assign(new Error('x'), { code: 'http://secret/' })],
    [
      'frames of scripts of the page',
      () =>
        Object.assign(new Error('x'), {
          stack: 'Error: x\n    at http://secret/a.js:1:2\n    at secret (<anonymous>:1:1)',
        }),
    ],
    ['a message of several lines', () => new Error('x\n    at once http://secret/')],
    ['what is no error', () => 'http://secret/'],
  ])('withholds %s', (_, error) => {
    const withheld = redactError(error());
    expect(`${withheld.stack} ${withheld.message} ${JSON.stringify(withheld)} ${String(withheld.cause)}`).not.toContain(
      'secret',
    );
  });
});
