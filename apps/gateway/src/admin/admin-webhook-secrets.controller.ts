import { Controller, Get, Header, Param, Post } from '@nestjs/common';
import type { Actor } from '@orbweaver/persistence';
import { NOT_SIGNED, WebhookSecrets } from '../auth/webhook-secrets';
import { Administered } from '../edge/access';
import { AskingActor } from '../edge/asking-actor';
import { Operation, WireBody } from '../edge/operation';
import {
  RotateWebhookSecretRequest,
  rotatedExample,
  rotateExample,
  WebhookSecretAnswer,
  webhookSecretExample,
} from '../wire/webhook-secret';
import { notFound, readPathId, UNKNOWN } from './not-found';

/** Webhook secrets of any team. */
@Controller('admin/v1/teams/:id/webhook-secret')
@Administered()
export class AdminWebhookSecretsController {
  constructor(private readonly secrets: WebhookSecrets) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @Operation({
    summary: 'Get the webhook secret of a team',
    tag: 'admin',
    answer: { schema: WebhookSecretAnswer, example: webhookSecretExample },
    errors: { ...UNKNOWN('team'), ...NOT_SIGNED },
  })
  async read(@Param('id') id: string) {
    const webhookSecret = await this.secrets.read(readPathId('team', id));
    if (webhookSecret === undefined) throw notFound('team', id);
    return { success: true, webhookSecret };
  }

  @Post('rotate')
  @Header('Cache-Control', 'no-store')
  @Operation({
    summary: 'Rotate the webhook secret of a team',
    description: 'Same as `POST /v2/webhooks/secret/rotate`, for any team.',
    tag: 'admin',
    body: { schema: RotateWebhookSecretRequest, example: rotateExample },
    answer: { schema: WebhookSecretAnswer, example: rotatedExample },
    errors: { 400: 'Invalid body', ...UNKNOWN('team'), ...NOT_SIGNED },
  })
  async rotate(
    @AskingActor() actor: Actor,
    @Param('id') id: string,
    @WireBody() { overlapSeconds }: RotateWebhookSecretRequest,
  ) {
    const webhookSecret = await this.secrets.rotate(actor, readPathId('team', id), overlapSeconds);
    if (webhookSecret === undefined) throw notFound('team', id);
    return { success: true, webhookSecret };
  }
}
