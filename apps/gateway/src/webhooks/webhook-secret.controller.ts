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

/** The webhook secret of the caller's team: an extension of the interface. */
@Controller('v2/webhooks/secret')
@Authenticated()
export class WebhookSecretController {
  constructor(private readonly secrets: WebhookSecrets) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @Operation({
    summary: 'Read the secret that signs the webhooks of the team',
    description: 'After a rotation with the previous one, while it is valid. Every key of the team may read it.',
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
    summary: 'Give the webhooks of the team a new secret',
    description:
      'From now on `X-Firecrawl-Signature` is made with the new secret, and `webhook-signature` has a signature by the new and, while it is valid, one by the previous secret. A secret before the previous one ends at once. Counts against the jobs a minute of the team, and is written to the audit log.',
    tag: 'webhooks',
    isExtension: true,
    body: { schema: RotateWebhookSecretRequest, example: rotateExample },
    answer: { schema: WebhookSecretAnswer, example: rotatedExample },
    errors: { 400: 'The body is wrong', ...NOT_SIGNED },
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
  if (webhookSecret === undefined) throw new ApiError(404, 'The team of this key is gone');
  return { success: true, webhookSecret };
}
