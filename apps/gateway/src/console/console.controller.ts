import { existsSync } from 'node:fs';
import path from 'node:path';
import { Controller, Get, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Public } from '../edge/access';
import { Operation, WireBody } from '../edge/operation';
import { ApiError } from '../errors/api-error';
import { SecureConsole } from './secure-console';
import { signInTokens } from './sign-in-tokens';

const ROOT = path.join(path.dirname(require.resolve('@orbweaver/console/package.json')), 'dist');
const DAY_MS = 86_400_000;

const NOT_BUILT = 'The console is not built. Run `npm run build`';

const SignInRequest = z.strictObject({ token: z.string().max(100) });
type SignInRequest = z.output<typeof SignInRequest>;

const undocumented = { tag: 'service', isUndocumented: true } as const;

/** The files of the console. Paths without a file are screens, which the page itself shows. */
@Controller('console')
@Public()
@UseInterceptors(SecureConsole)
export class ConsoleController {
  @Get('assets/:file')
  @Operation({ summary: 'Get a file of the console', ...undocumented, errors: { 404: 'File not found' } })
  asset(@Req() request: Request, @Res() response: Response): Promise<void> {
    // The names contain a hash of the content.
    return send(request, response, `assets/${String(request.params.file)}`, { maxAge: 365 * DAY_MS, immutable: true });
  }

  @Post('sign-in')
  @Operation({
    summary: 'Exchange the token of a sign-in link for the key',
    ...undocumented,
    body: { schema: SignInRequest, example: { token: '…' } },
    answer: {
      schema: z.object({ success: z.literal(true), key: z.string() }),
      example: { success: true, key: 'ow-…' },
    },
    errors: { 401: 'The link was used before, or has expired' },
  })
  signIn(@WireBody() { token }: SignInRequest) {
    const key = signInTokens.redeem(token);
    if (key === undefined) throw new ApiError(401, 'The sign-in link was used before or has expired. Enter a key');
    return { success: true, key };
  }

  @Get(['', ':screen', ':screen/:item'])
  @Operation({ summary: 'Show the console', ...undocumented })
  page(@Req() request: Request, @Res() response: Response): Promise<void> {
    return send(request, response, 'index.html', { cacheControl: false, headers: { 'Cache-Control': 'no-cache' } });
  }
}

type SendOptions = NonNullable<Parameters<Response['sendFile']>[1]>;

/** Sends a file of the console, compressed at its build where the caller accepts it. @throws ApiError 404 */
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
