import type { KeyRotation } from '@orbweaver/persistence';
import { ApiError } from '../errors/api-error';
import { notFound } from '../errors/path-id';
import { describeKey } from '../wire/admin/describe-key';

export const NOT_ROTATED = { 409: 'The key is revoked, has expired or belongs to a console session' };

/** @throws ApiError 404, 409 */
export function answerRotation(rotation: KeyRotation, id: string) {
  switch (rotation.kind) {
    case 'unknown':
      throw notFound('key', id);
    case 'invalid':
      throw new ApiError(409, 'The key is revoked or has expired. Create a new key');
    case 'session':
      throw new ApiError(409, 'The key belongs to a console session and expires by itself');
    case 'rotated': {
      const { key, secret, previous } = rotation;
      return { success: true, key: describeKey(key), secret, previous: describeKey(previous) };
    }
  }
}
