import { createHmac } from 'node:crypto';
import { transformSync } from '@swc/core';
import { SIGNATURE_CHECK_IN_TYPESCRIPT } from './signature-checks';

const SECRET = 'a secret of the operator';
const body = Buffer.from('{"type": "crawl.page", "data": ["…"]}');
const sign = (secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

describe('the TypeScript signature check of the guide', () => {
  const { code } = transformSync(SIGNATURE_CHECK_IN_TYPESCRIPT, {
    jsc: { parser: { syntax: 'typescript' } },
    module: { type: 'commonjs' },
  });
  const written: { isFromOrbweaver?: (body: Buffer, signature: string | undefined, secret: string) => boolean } = {};
  new Function('exports', 'require', code)(written, require);

  it.each([
    ['accepts a body signed with the secret', sign(SECRET), true],
    ['rejects a signature by another secret', sign('another'), false],
    ['rejects a truncated signature', sign(SECRET).slice(0, -1), false],
    ['rejects a body without a signature', undefined, false],
  ])('%s', (_, signature, isAccepted) => {
    expect(written.isFromOrbweaver?.(body, signature, SECRET)).toBe(isAccepted);
  });
});
