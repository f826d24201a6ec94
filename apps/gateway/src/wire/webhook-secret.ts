import { DEFAULT_OVERLAP_SECONDS, MAX_OVERLAP_SECONDS } from '@orbweaver/core';
import { z } from 'zod';
import { exampleId } from './examples';

const secret = z
  .string()
  .nullable()
  .describe('`whsec_` and base64 (Standard Webhooks); null: the `WEBHOOK_SECRET` of the installation is used');

export const WebhookSecret = z
  .object({
    teamId: z.uuid().describe('The `teamId` of every signed body'),
    version: z.int().describe('Incremented by each rotation; 0: the `WEBHOOK_SECRET` of the installation is used'),
    secret,
    declared: z
      .boolean()
      .describe('Whether the operator’s teams file declares the secret, so that it is rotated there'),
    previous: z
      .object({ version: z.int(), secret, validUntil: z.iso.datetime() })
      .nullable()
      .describe(
        'The previous secret, which also signs deliveries until `validUntil`; null: only the current secret is valid',
      ),
    warning: z.string().optional(),
  })
  .describe('The secret that signs the webhook deliveries of a team');

export const WebhookSecretAnswer = z.object({ success: z.literal(true), webhookSecret: WebhookSecret });

export const RotateWebhookSecretRequest = z.strictObject({
  overlapSeconds: z
    .int()
    .min(0)
    .max(MAX_OVERLAP_SECONDS)
    .default(DEFAULT_OVERLAP_SECONDS)
    .describe('Time during which deliveries are also signed with the previous secret; 0: none'),
});
export type RotateWebhookSecretRequest = z.output<typeof RotateWebhookSecretRequest>;

const secretExample = {
  teamId: exampleId,
  version: 1,
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  declared: false,
  previous: null,
};
export const webhookSecretExample = { success: true, webhookSecret: secretExample };
export const rotateExample = { overlapSeconds: DEFAULT_OVERLAP_SECONDS };
export const rotatedExample = {
  success: true,
  webhookSecret: {
    ...secretExample,
    version: 2,
    secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDC2FVsBQIhrs=',
    previous: { version: 1, secret: secretExample.secret, validUntil: '2026-01-02T10:00:00.000Z' },
  },
};
