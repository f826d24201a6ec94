import type { Response } from 'express';

/** Security headers of a page in a browser. */
export function securePage(response: Response, contentSecurityPolicy: readonly string[]): void {
  response.setHeader('Content-Security-Policy', contentSecurityPolicy.join('; '));
  response.setHeader('X-Content-Type-Options', 'nosniff');
  // For browsers without frame-ancestors.
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Referrer-Policy', 'no-referrer');
}
