import { hash } from 'node:crypto';
import type { S3Client } from '@aws-sdk/client-s3';

/** A deletion of many objects must have a checksum, and stores of other makers than AWS may know this one only. */
export function md5OfBody(client: S3Client): void {
  client.middlewareStack.add(
    (next, context) => (step) => {
      const request = step.request as { headers: Record<string, string>; body?: unknown };
      if (context.commandName === 'DeleteObjectsCommand' && typeof request.body === 'string') {
        request.headers['content-md5'] = hash('md5', request.body, 'base64');
      }
      return next(step);
    },
    { step: 'build', name: 'md5OfBody' },
  );
}
