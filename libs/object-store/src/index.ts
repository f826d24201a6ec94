export { ContentMissingError, type ContentStore, type PlacedContent } from './content-store';
export {
  ContentCipher,
  type ContentPlace,
  DECRYPTION_FAILURES,
  type DecryptionFailure,
  type KeyEntry,
  UnknownKeyError,
} from './encryption/content-cipher';
export { ContentKey, KEY_BYTES } from './encryption/content-key';
export { EncryptedContents } from './encryption/encrypted-contents';
export { ObjectContents } from './object-contents';
export { parseObjectStoreUrl } from './object-store-url';
export { openBucket } from './open-bucket';
export { RowContents } from './row-contents';
export type { BucketRequest } from './s3-bucket';
