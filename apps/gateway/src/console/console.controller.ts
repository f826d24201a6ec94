import { Controller, Get, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Public } from '../edge/access';
import { Operation, WireBody } from '../edge/operation';
import { ApiError } from '../errors/api-error';
import { SecureConsole } from './secure-console';
import { sendAsset, sendPage } from './send-file';
import { signInTokens } from './sign-in-tokens';

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
    return sendAsset(request, response, String(request.params.file));
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
    return sendPage(request, response, 'index.html');
  }
}
