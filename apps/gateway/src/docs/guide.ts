import type { DescribedRoute } from '../edge/describe-routes';
import { MAX_BODY_BYTES } from '../edge/receive-body';
import { pageErrors, pageFailureAnswers, requestErrors } from '../errors/error-codes';
import { DEFAULT_LIMIT, MAX_LIMIT, MAX_PAGE_BYTES } from '../jobs/read-paging';
import { MAX_FORMATS, PROMPT_MAX_CHARS, TIMEOUT_DEFAULT_MS, TIMEOUT_MAX_MS, WAIT_FOR_MAX_MS } from '../wire/bounds';
import { errorStatuses, mib } from './error-statuses';
import { SIGNATURE_CHECK_IN_PYTHON, SIGNATURE_CHECK_IN_TYPESCRIPT } from './signature-checks';

/** Placeholder for the address of the service, replaced per request. */
export const SERVICE_ADDRESS = '{address}';

const seconds = (ms: number) => `${ms / 1000} s`;

/** The introduction of the OpenAPI document in Markdown. Errors and limits come from the code. */
export function guide(routes: readonly DescribedRoute[]): string {
  return [KEY, errors(routes), paging(), WEBHOOKS, STREAMS, limits()].join('\n\n');
}

const KEY = `The examples use two variables:

~~~sh
export ORBWEAVER=${SERVICE_ADDRESS}  # address of this service
export KEY=…  # your API key
~~~

## The key

Send a key with every request: \`Authorization: Bearer <key>\`. \`npm start\` prints the first key; the operator creates others with the \`orbweaver\` command. A key belongs to a team. The team owns its jobs, documents, credits and limits. Jobs of other teams return 404.

**To try an operation on this page**, enter the key under **Authentication**. Then open an operation, edit the example and press **Execute**. These are real requests and cost credits.`;

function errors(routes: readonly DescribedRoute[]): string {
  return `## Errors

Errors have an HTTP status and a JSON body:

~~~json
{"success": false, "code": "BAD_REQUEST", "error": "timeout: Must be an integer from 1 to 300000, not 900000", "details": [{"path": ["timeout"], "message": "Must be an integer from 1 to 300000, not 900000"}]}
~~~

\`error\` is for people, \`code\` for programs. Some errors have no code. Failed pages of a job are not request errors: \`…/errors\` of the job lists them with their codes.

| status | meaning | retry |
|---|---|---|
${statusRows(routes)}

The operations below describe the specific causes.

| code | status | meaning |
|---|---|---|
${codeRows()}

To start a job only once, send an \`x-idempotency-key\` (a UUID) with the POST. A second request with the same key returns 409.`;
}

function statusRows(routes: readonly DescribedRoute[]): string {
  const declared = new Set(routes.flatMap(({ operation }) => Object.keys(operation?.errors ?? {})));
  return Object.entries(errorStatuses)
    .filter(([status, { isGeneral }]) => isGeneral || declared.has(status))
    .map(([status, { means, retry }]) => `| ${status} | ${means} | ${retry} |`)
    .join('\n');
}

const REQUEST_STATUSES: Record<keyof typeof requestErrors, string> = {
  BAD_REQUEST: '400, 413',
  BAD_REQUEST_INVALID_JSON: '400',
  MODEL_NOT_CONFIGURED: '400',
  PROMPT_FAILED: '400',
  SCRAPE_ZDR_VIOLATION_ERROR: '400',
  UNSUPPORTED_SITE: '403',
  KEY_RIGHT_MISSING: '403',
  KEY_NETWORK_REFUSED: '403',
  MAP_TIMEOUT: '408',
  DOCUMENT_MISSING: '500',
  SEARCH_NOT_CONFIGURED: '400',
  SEARCH_UNAVAILABLE: '503',
  SEARCH_TIMEOUT: '408',
  SERVICE_OVERLOADED: '429, 503',
  SERVICE_STOPPING: '503',
  STORE_UNAVAILABLE: '503',
  BROKER_UNAVAILABLE: '503',
  UNKNOWN_ERROR: '500',
};

/** Each code with the page failure reasons that it covers. */
function codeRows(): string {
  const answers = Object.entries(pageFailureAnswers);
  return Object.entries({ ...requestErrors, ...pageErrors })
    .map(([code, meaning]) => {
      const failures = answers.filter(([, answer]) => answer.code === code);
      const reasons = failures.map(([reason]) => `\`${reason}\``).join(', ');
      const statuses = REQUEST_STATUSES[code as keyof typeof requestErrors] ?? failures[0]?.[1].status;
      return `| \`${code}\` | ${statuses} | ${meaning}${reasons === '' ? '' : ` (${reasons})`} |`;
    })
    .join('\n');
}

const paging = () => `## Paging

The status of a job returns up to ${DEFAULT_LIMIT} documents (\`limit\`: up to ${MAX_LIMIT}), and at most ${mib(MAX_PAGE_BYTES)}. If there are more, the response has \`next\`. Request that URL unchanged, with the key, until a response has no \`next\`. This also works while the job runs: the order of documents is fixed, so none is repeated or missed. Lists of URLs and webhook deliveries have \`next\` too.`;

const WEBHOOKS = `## Webhooks

A batch or crawl with a \`webhook\` sends events to its URL: \`started\`, \`page\` for every document, and \`completed\` or \`failed\`. A cancelled job sends \`cancelled\` only if \`events\` contains it. Each event is a POST with a JSON body:

~~~json
{"success": true, "type": "crawl.page", "id": "<job>", "webhookId": "<event>", "teamId": "<team>", "sequence": 2, "data": [{"markdown": "…"}], "metadata": {}}
~~~

Return a 2xx status within the operator's timeout. Otherwise the event is retried later with the same \`webhookId\` (also in the header \`webhook-id\`); use it to detect duplicates. Events of a job are numbered by \`sequence\` and delivered in this order.

If the operator has set \`WEBHOOK_SECRET\`, deliveries are signed with the secret of your team (\`GET /v2/webhooks/secret\`). \`X-Firecrawl-Signature\` signs the raw body with the current secret. \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` follow [Standard Webhooks](https://www.standardwebhooks.com); its libraries also check the age. During the overlap after a rotation, \`webhook-signature\` also contains a signature by the previous secret. Verify a signature before you trust a body:

~~~ts
${SIGNATURE_CHECK_IN_TYPESCRIPT}
~~~

~~~python
${SIGNATURE_CHECK_IN_PYTHON}
~~~`;

const STREAMS = `## Streams

To avoid polling, stream the job:

- **Server-Sent Events**: \`GET /v2/crawl/{id}/events\` or \`/v2/batch/scrape/{id}/events\` sends \`status\`, a \`document\` for each page, and \`done\`. To resume, send the id of the last event as \`Last-Event-ID\`.
- **WebSocket**: connect to the status URL. Send the key in \`Authorization\` or, from browsers, as the subprotocol. The first message is \`{"type": "catchup", "data": <status>}\`, followed by \`{"type": "document", "data": <document>}\` for each page. The connection closes with code 1000 when the job ends.

~~~sh
curl -sN "$ORBWEAVER/v2/crawl/<id>/events" -H "Authorization: Bearer $KEY"
~~~`;

const limits = () => `## Limits

- Maximum sizes: ${mib(MAX_BODY_BYTES)} for a body, ${MAX_FORMATS} entries for a list of formats, ${PROMPT_MAX_CHARS.toLocaleString('en')} characters for a prompt. The schemas below list all other limits.
- The bodies of requests in flight share a memory limit, per team (429) and per gateway (503). Both responses have \`Retry-After\`.
- The timeout of a page is ${seconds(TIMEOUT_DEFAULT_MS)} (\`timeout\`, up to ${seconds(TIMEOUT_MAX_MS)}) and includes time in the queue. \`waitFor\` and wait actions add up to ${seconds(WAIT_FOR_MAX_MS)} in total.
- The operator sets limits per team: concurrent pages, scrapes per minute, jobs and maps per minute, open streams, and credits. Exceeding a rate returns 429; missing credits return 402. Reading a status is not limited.
- \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` report the rate limit. \`GET /v2/team/credit-usage\` and \`GET /v2/concurrency-check\` report credits and concurrency.
- Jobs and documents are available until \`expiresAt\`.`;
