import type { ObjectStoreAddress } from './object-store-url';
import type { S3Bucket, S3BucketOptions } from './s3-bucket';

/** Loads the client only where there is a store: it takes some 20 MB of a process and half a second of its start. */
export async function openBucket(address: ObjectStoreAddress, options: S3BucketOptions): Promise<S3Bucket> {
  const { S3Bucket } = await import('./s3-bucket');
  return new S3Bucket(address, options);
}
