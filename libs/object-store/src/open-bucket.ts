import type { ObjectStoreAddress } from './object-store-url';
import type { S3Bucket, S3BucketOptions } from './s3-bucket';

/** Imports the SDK on demand: it takes 20 MB of memory and half a second. */
export async function openBucket(address: ObjectStoreAddress, options: S3BucketOptions): Promise<S3Bucket> {
  const { S3Bucket } = await import('./s3-bucket');
  return new S3Bucket(address, options);
}
