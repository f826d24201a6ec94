import type { KeyRight } from '@orbweaver/core';

/** Also of streams and WebSockets. */
export const READ: readonly KeyRight[] = ['read'];
const TEAM: readonly KeyRight[] = ['team'];

/**
 * The rights of the operations of a team; one of them suffices. Paths without version, as controllers declare them.
 * Any other GET requires `read`, and any other operation requires `team`.
 */
const RIGHTS: Readonly<Record<string, readonly KeyRight[]>> = {
  'POST /scrape': ['scrape'],
  'POST /parse': ['scrape'],
  'POST /map': ['scrape'],
  'POST /search': ['scrape'],

  'POST /batch/scrape': ['crawl'],
  'DELETE /batch/scrape/:id': ['crawl'],
  'POST /crawl': ['crawl'],
  'POST /crawl/params-preview': ['crawl'],
  'POST /crawl/preview': ['crawl'],
  'DELETE /crawl/:id': ['crawl'],
  'DELETE /batch/scrape/:id/errors': ['crawl'],
  'DELETE /crawl/:id/errors': ['crawl'],
  'POST /extract': ['crawl'],
  'DELETE /extract/:id': ['crawl'],
  // The controllers check the right that the type of the target requires.
  'POST /schedules': ['crawl', 'scrape'],
  'PATCH /schedules/:id': ['crawl', 'scrape'],
  'DELETE /schedules/:id': ['crawl', 'scrape'],
  'POST /schedules/:id/run': ['crawl', 'scrape'],
  'POST /jobs/:id/retry': ['crawl'],
  'POST /jobs/:id/retry-failed': ['crawl'],
  // Viewers lack it: erasing is not reading.
  'DELETE /jobs/:id/documents': ['crawl'],

  'GET /webhooks/deliveries': ['read', 'webhooks'],
  'GET /webhooks/deliveries/:id': ['read', 'webhooks'],
  'POST /webhooks/deliveries/redeliver': ['webhooks'],
  'POST /webhooks/deliveries/:id/redeliver': ['webhooks'],
  'GET /webhooks/secret': ['webhooks'],
  'POST /webhooks/secret/rotate': ['webhooks'],

  'POST /team/keys': ['team'],
  'POST /team/keys/:id/rotate': ['team'],
  'DELETE /team/keys/:id': ['team'],
};

/** The rights of which a key of a team needs one. @param path of the route, such as `/v2/crawl/:id` */
export function requiredRights(method: string, path: string): readonly KeyRight[] {
  const declared = RIGHTS[`${method} ${path.replace(/^\/v\d+(?=\/)/, '')}`];
  return declared ?? (method === 'GET' || method === 'HEAD' ? READ : TEAM);
}
