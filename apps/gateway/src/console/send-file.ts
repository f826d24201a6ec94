import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Request, Response } from 'express';
import { ApiError } from '../errors/api-error';

const ROOT = path.join(path.dirname(require.resolve('@orbweaver/console/package.json')), 'dist');
const YEAR_MS = 365 * 86_400_000;

const NOT_BUILT = 'The console is not built. Run `npm run build`';

/** Sends a script, style or image of the console. @throws ApiError 404 */
export const sendAsset = (request: Request, response: Response, name: string): Promise<void> =>
  // The names contain a hash of the content.
  send(request, response, `assets/${name}`, { maxAge: YEAR_MS, immutable: true });

/** Sends a page of the console. @throws ApiError 404 */
export const sendPage = (request: Request, response: Response, name: string): Promise<void> =>
  send(request, response, name, { cacheControl: false, headers: { 'Cache-Control': 'no-cache' } });

type SendOptions = NonNullable<Parameters<Response['sendFile']>[1]>;

/** The file is compressed at the build of the console; the copy is sent if the caller accepts it. */
async function send(request: Request, response: Response, name: string, options: SendOptions): Promise<void> {
  if (!existsSync(path.join(ROOT, 'index.html'))) throw new ApiError(404, NOT_BUILT);
  const isZipped = request.acceptsEncodings('gzip') === 'gzip' && existsSync(path.join(ROOT, `${name}.gz`));
  response.setHeader('Vary', 'Accept-Encoding');
  if (isZipped) {
    response.setHeader('Content-Encoding', 'gzip');
    response.type(path.extname(name));
  }
  await new Promise<void>((resolve, reject) => {
    response.sendFile(isZipped ? `${name}.gz` : name, { root: ROOT, ...options }, (error?: Error) => {
      if (error === undefined || response.headersSent) return resolve();
      response.removeHeader('Content-Encoding');
      reject(new ApiError(404, 'File not found'));
    });
  });
}
