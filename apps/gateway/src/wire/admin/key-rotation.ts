import { DEFAULT_OVERLAP_SECONDS } from '@orbweaver/core';
import { unknownResource } from '../../errors/path-id';
import { exampleExpiry, exampleKey } from './examples';
import { RotatedKeyAnswer, RotateKeyRequest } from './keys';

/** Description of the operation in the API document, without summary and tag. */
export const keyRotationOperation = {
  description:
    'Creates a key with the same name, rights and networks. The previous key expires after the overlap. Only this response contains the `secret`.',
  body: { schema: RotateKeyRequest, example: { overlapSeconds: DEFAULT_OVERLAP_SECONDS } },
  answer: {
    schema: RotatedKeyAnswer,
    example: {
      success: true,
      key: exampleKey,
      secret: 'ow-…',
      previous: { ...exampleKey, expiresAt: exampleExpiry },
    },
  },
  errors: {
    400: 'Invalid body',
    ...unknownResource('key'),
    409: 'The key is revoked, has expired, belongs to a console session or is managed by the teams file',
  },
};
