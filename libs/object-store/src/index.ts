export { ContentMissingError, type ContentStore, type PlacedContent } from './content-store';
export { ObjectContents } from './object-contents';
export { parseObjectStoreUrl } from './object-store-url';
export { openBucket } from './open-bucket';
export { RowContents } from './row-contents';
export type { BucketRequest } from './s3-bucket';
