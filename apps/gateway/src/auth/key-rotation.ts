import { type Actor, type Database, rotateKey } from '@orbweaver/persistence';
import { ApiError } from '../errors/api-error';
import { notFound, unknownResource } from '../errors/path-id';
import { describeKey } from '../wire/admin/describe-key';
import { exampleExpiry, exampleKey } from '../wire/admin/examples';
import { RotatedKeyAnswer, RotateKeyRequest } from '../wire/admin/keys';

/** Description of the operation in the API document, without summary and tag. */
export const KEY_ROTATION = {
  description:
    'Creates a key with the same name, rights and networks. The previous key expires after the overlap. Only this response contains the `secret`.',
  body: { schema: RotateKeyRequest, example: { overlapSeconds: 86_400 } },
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

/** @throws ApiError 404, 409 */
export async function answerRotation(
  database: Database,
  actor: Actor,
  id: string,
  { overlapSeconds, expiresAt }: RotateKeyRequest,
) {
  const rotation = await rotateKey(database, actor, { id, overlapMs: overlapSeconds * 1000, expiresAt });
  switch (rotation.kind) {
    case 'unknown':
      throw notFound('key', id);
    case 'invalid':
      throw new ApiError(409, 'The key is revoked or has expired. Create a new key');
    case 'session':
      throw new ApiError(409, 'The key belongs to a console session and expires by itself');
    case 'declared':
      throw new ApiError(409, 'The teams file manages this key. Add a key to the file and later remove this one');
    case 'rotated': {
      const { key, secret, previous } = rotation;
      return { success: true, key: describeKey(key), secret, previous: describeKey(previous) };
    }
  }
}
