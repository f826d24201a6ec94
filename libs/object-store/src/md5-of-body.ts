import { hash } from 'node:crypto';
import type { S3Client } from '@aws-sdk/client-s3';

/** Adds Content-MD5, which bulk deletion requires. Other stores than AWS may support no newer checksum. */
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
