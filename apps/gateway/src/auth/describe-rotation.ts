import type { KeyRotation } from '@orbweaver/persistence';
import { ApiError } from '../errors/api-error';
import { notFound } from '../errors/path-id';
import { describeKey } from '../wire/admin/describe-key';

/** The response to the rotation of a key. @throws ApiError 404, 409 for a key that was not rotated */
export function describeRotation(id: string, rotation: KeyRotation) {
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
