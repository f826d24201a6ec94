import { Controller, Post } from '@nestjs/common';
import { z } from 'zod';
import { Authenticated } from '../edge/access';
import { Operation, WireBody } from '../edge/operation';
import { ApiError } from '../errors/api-error';
import { promptText, urlText } from '../wire/bounds';

const paramsPreview = z.object({ url: urlText, prompt: promptText });

/** Would show the crawl options for a prompt. Without a language model it always refuses. */
@Controller()
@Authenticated()
export class ParamsPreviewController {
  @Post('v2/crawl/params-preview')
  @Operation({
    summary: 'Turn a prompt into crawl options',
    description: 'Needs a language model; without one it answers 400.',
    tag: 'crawl',
    isUndocumented: true,
    body: { schema: paramsPreview, example: { url: 'https://example.com', prompt: 'only the blog' } },
    errors: { 400: 'The body is wrong, or no language model is configured' },
  })
  preview(@WireBody() _: z.output<typeof paramsPreview>): never {
    throw new ApiError(400, 'No language model is configured, so a prompt cannot be turned into options', {
      code: 'BAD_REQUEST',
    });
  }
}
