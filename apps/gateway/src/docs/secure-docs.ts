import { createHash } from 'node:crypto';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { type Observable, tap } from 'rxjs';

/** Scripts that stand in a page. */
const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/**
 * The headers of the documentation: nothing that does not come from here runs in it, and no other site shows it in a
 * frame, where its visitors could be led to click. The page's own scripts are allowed by their hashes.
 */
@Injectable()
export class SecureDocs implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      tap((answer) => {
        const policy = contentSecurityPolicy(typeof answer === 'string' ? answer : '');
        response.setHeader('Content-Security-Policy', policy);
        response.setHeader('X-Content-Type-Options', 'nosniff');
        // For browsers that do not know frame-ancestors.
        response.setHeader('X-Frame-Options', 'DENY');
        response.setHeader('Referrer-Policy', 'no-referrer');
      }),
    );
  }
}

function contentSecurityPolicy(page: string): string {
  const hashes = [...page.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes].join(' '),
    // Swagger UI writes styles into its elements.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
