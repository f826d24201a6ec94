import { Controller, Get, Header, Param, Post } from '@nestjs/common';
import type { Actor, Caller } from '@orbweaver/persistence';
import { NOT_ROTATED, NOT_SIGNED, WebhookSecrets } from '../auth/webhook-secrets';
import { Administered, Authenticated, CurrentCaller } from '../edge/access';
import { CurrentActor } from '../edge/current-actor';
import { Operation, type OperationSpec, WireBody } from '../edge/operation';
import { notFound, readPathId, unknownResource } from '../errors/path-id';
import { RateLimited } from '../limits/rate-guard';
import {
  RotateWebhookSecretRequest,
  rotatedExample,
  rotateExample,
  WebhookSecretAnswer,
  webhookSecretExample,
} from '../wire/webhook-secret';

const READ = {
  answer: { schema: WebhookSecretAnswer, example: webhookSecretExample },
  errors: NOT_SIGNED,
} satisfies Partial<OperationSpec>;

const ROTATE = {
  body: { schema: RotateWebhookSecretRequest, example: rotateExample },
  answer: { schema: WebhookSecretAnswer, example: rotatedExample },
  errors: { 400: 'Invalid body', ...NOT_ROTATED },
} satisfies Partial<OperationSpec>;

@Controller('v2/webhooks/secret')
@Authenticated()
export class WebhookSecretController {
  constructor(private readonly secrets: WebhookSecrets) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @Operation({
    summary: 'Get the webhook secret of the team',
    description: 'Also returns the previous secret while it is valid. Requires the right `webhooks`.',
    tag: 'webhooks',
    isExtension: true,
    ...READ,
  })
  async read(@CurrentCaller() { teamId }: Caller) {
    return answer(teamId, await this.secrets.read(teamId));
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
    ...ROTATE,
  })
  async rotate(
    @CurrentCaller() { teamId }: Caller,
    @CurrentActor() actor: Actor,
    @WireBody() { overlapSeconds }: RotateWebhookSecretRequest,
  ) {
    return answer(teamId, await this.secrets.rotate(actor, teamId, overlapSeconds));
  }
}

@Controller('admin/v1/teams/:id/webhook-secret')
@Administered()
export class AdminWebhookSecretController {
  constructor(private readonly secrets: WebhookSecrets) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @Operation({
    summary: 'Get the webhook secret of a team',
    tag: 'admin',
    ...READ,
    errors: { ...unknownResource('team'), ...READ.errors },
  })
  async read(@Param('id') id: string) {
    return answer(id, await this.secrets.read(readPathId('team', id)));
  }

  @Post('rotate')
  @Header('Cache-Control', 'no-store')
  @Operation({
    summary: 'Rotate the webhook secret of a team',
    description: 'Same as `POST /v2/webhooks/secret/rotate`, for any team.',
    tag: 'admin',
    ...ROTATE,
    errors: { ...unknownResource('team'), ...ROTATE.errors },
  })
  async rotate(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @WireBody() { overlapSeconds }: RotateWebhookSecretRequest,
  ) {
    return answer(id, await this.secrets.rotate(actor, readPathId('team', id), overlapSeconds));
  }
}

function answer<T>(teamId: string, webhookSecret: T | undefined) {
  if (webhookSecret === undefined) throw notFound('team', teamId);
  return { success: true, webhookSecret };
}
