import type { NextFunction, Request, Response } from 'express';

/** A versioned path after the path of a client's base URL: `/v2`, or a whole operation such as `/v2/scrape`. */
const AFTER_BASE = /^\/v[12](?:\/[a-z-]+)*(\/v[12]\/.*)$/i;

/** Some users set a base URL with a version or an operation, to which their client adds the versioned path. */
export function stripBasePath(request: Request, _: Response, next: NextFunction): void {
  const [, versioned] = AFTER_BASE.exec(request.url) ?? [];
  if (versioned !== undefined) request.url = versioned;
  next();
}
