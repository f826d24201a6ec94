import { cacheAndHistoryStatements } from './hot-statements/cache-and-history';
import { frontierStatements } from './hot-statements/frontier';
import { gatewayStatements } from './hot-statements/gateway';
import type { HotStatement } from './hot-statements/hot-statement';
import { resultsStatements } from './hot-statements/results';
import { scheduleStatements } from './hot-statements/schedules';
import { webhookStatements } from './hot-statements/webhooks';

export { otherStatements } from './hot-statements/other-statements';

/** Every function whose statements are sent per page, request or round, for the running job of the large database. */
export const hotStatements: HotStatement[] = [
  ...frontierStatements,
  ...gatewayStatements,
  ...resultsStatements,
  ...cacheAndHistoryStatements,
  ...scheduleStatements,
  ...webhookStatements,
];
