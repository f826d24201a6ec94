export { ContentMissingError, type ContentStore, type NewContent, type PlacedContent } from './content-store';
export { ObjectContents } from './object-contents';
export { type ObjectStoreAddress, parseObjectStoreUrl } from './object-store-url';
export { RowContents } from './row-contents';
export { type BucketRequest, S3Bucket } from './s3-bucket';
