import { ContentCipher, DECRYPTION_FAILURES, type DecryptionFailure } from '@orbweaver/object-store';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { PlatformConfig } from '../config/platform.config';

/** A missing key affects every read. */
const LOG_INTERVAL_MS = 60_000;

export function openCipher(
  { ENCRYPTION_KEYS: entries }: Pick<PlatformConfig, 'ENCRYPTION_KEYS'>,
  { logger, metrics }: { logger: Logger; metrics: Registry },
): ContentCipher {
  const keyIds = entries.flatMap((entry) => (entry === 'none' ? [] : [entry.id]));
  if (keyIds.length > 0)
    logger.info({ keyIds }, entries[0] === 'none' ? 'contents-decrypted-only' : 'contents-encrypted');
  const failures = new Counter({
    name: 'orbweaver_content_decryption_failures_total',
    help: 'Stored contents that could not be decrypted, by reason (unknown_key: the key is not in ENCRYPTION_KEYS, later_release: a later release encrypted the content, altered: the content was changed or moved to another row).',
    labelNames: ['reason'],
    registers: [metrics],
  });
  for (const reason of DECRYPTION_FAILURES) failures.inc({ reason }, 0);
  const loggedAtMs = new Map<string, number>();
  return new ContentCipher(entries, ({ reason, keyId, column, row }: DecryptionFailure) => {
    failures.inc({ reason });
    const nowMs = performance.now();
    const cause = reason === 'altered' ? row : `${reason} ${keyId}`;
    if (nowMs - (loggedAtMs.get(cause) ?? Number.NEGATIVE_INFINITY) < LOG_INTERVAL_MS) return;
    if (loggedAtMs.size >= MAX_LOGGED) loggedAtMs.clear();
    loggedAtMs.set(cause, nowMs);
    logger.error({ keyId, column, row }, EVENTS[reason]);
  });
}

const MAX_LOGGED = 1_000;

const EVENTS: Record<DecryptionFailure['reason'], string> = {
  unknown_key: 'content-key-unknown',
  later_release: 'content-of-later-release',
  altered: 'content-altered',
};
