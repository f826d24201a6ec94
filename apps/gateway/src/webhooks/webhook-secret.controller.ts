import { Controller, Get, Header, Post } from '@nestjs/common';
import type { Actor, Caller } from '@orbweaver/persistence';
import { NOT_SIGNED, WebhookSecrets } from '../auth/webhook-secrets';
import { AskingCaller, Authenticated } from '../edge/access';
import { AskingActor } from '../edge/asking-actor';
import { Operation, WireBody } from '../edge/operation';
import { ApiError } from '../errors/api-error';
import { RateLimited } from '../limits/rate-guard';
import {
  RotateWebhookSecretRequest,
  rotatedExample,
  rotateExample,
  WebhookSecretAnswer,
  webhookSecretExample,
} from '../wire/webhook-secret';

/** The webhook secret of the caller's team: an extension of the API. */
@Controller('v2/webhooks/secret')
@Authenticated()
export class WebhookSecretController {
  constructor(private readonly secrets: WebhookSecrets) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @Operation({
    summary: 'Get the webhook secret of the team',
    description: 'Also returns the previous secret while it is valid. Every key of the team may read it.',
    tag: 'webhooks',
    isExtension: true,
    answer: { schema: WebhookSecretAnswer, example: webhookSecretExample },
    errors: NOT_SIGNED,
  })
  async read(@AskingCaller() { teamId }: Caller) {
    return answer(await this.secrets.read(teamId));
  }

  @Post('rotate')
  @RateLimited('job')
  @Header('Cache-Control', 'no-store')
  @Operation({
    summary: 'Rotate the webhook secret of the team',
    description:
      '`X-Firecrawl-Signature` uses the new secret immediately. `webhook-signature` has a signature by the new secret and, during the overlap, one by the previous secret. Older secrets become invalid. Counts against the rate limit of jobs and is recorded in the audit log.',
    tag: 'webhooks',
    isExtension: true,
    body: { schema: RotateWebhookSecretRequest, example: rotateExample },
    answer: { schema: WebhookSecretAnswer, example: rotatedExample },
    errors: { 400: 'Invalid body', ...NOT_SIGNED },
  })
  async rotate(
    @AskingCaller() { teamId }: Caller,
    @AskingActor() actor: Actor,
    @WireBody() { overlapSeconds }: RotateWebhookSecretRequest,
  ) {
    return answer(await this.secrets.rotate(actor, teamId, overlapSeconds));
  }
}

function answer<T>(webhookSecret: T | undefined) {
  if (webhookSecret === undefined) throw new ApiError(404, 'The team of this key no longer exists');
  return { success: true, webhookSecret };
}
