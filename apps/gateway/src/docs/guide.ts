import type { DescribedRoute } from '../edge/describe-routes';
import { MAX_BODY_BYTES } from '../edge/receive-body';
import { pageErrors, pageFailureAnswers, requestErrors } from '../errors/error-codes';
import { DEFAULT_LIMIT, MAX_LIMIT, MAX_PAGE_BYTES } from '../jobs/read-paging';
import { MAX_FORMATS, PROMPT_MAX_CHARS, TIMEOUT_DEFAULT_MS, TIMEOUT_MAX_MS, WAIT_FOR_MAX_MS } from '../wire/bounds';
import { errorStatuses, mib } from './error-statuses';
import { SIGNATURE_CHECK_IN_PYTHON, SIGNATURE_CHECK_IN_TYPESCRIPT } from './signature-checks';

/** Stands for the address of the service, which is known when somebody asks. */
export const SERVICE_ADDRESS = '{address}';

const seconds = (ms: number) => `${ms / 1000} s`;

/** The introduction of the OpenAPI document, in Markdown. Its errors and bounds are read from the code. */
export function guide(routes: readonly DescribedRoute[]): string {
  return [KEY, errors(routes), paging(), WEBHOOKS, STREAMS, limits()].join('\n\n');
}

const KEY = `The examples of all operations use two variables:

~~~sh
export ORBWEAVER=${SERVICE_ADDRESS}  # where this service is
export KEY=…  # your API key
~~~

## The key

Every request bears a key as \`Authorization: Bearer <key>\`. \`npm start\` prints the first one; the operator makes others with the \`orbweaver\` command. A key belongs to a team: jobs, documents, credits and limits are the team's, and another team's job is as unknown as none.

**To try an operation on this page**, press **Authorize**, enter the key alone (without the word Bearer) and press Authorize in the dialog. Then open an operation, press **Try it out**, change the example and press **Execute**. These are real requests: they cost what they cost elsewhere. The key stays in this page until it is reloaded.`;

function errors(routes: readonly DescribedRoute[]): string {
  return `## Errors

What did not work is answered with its status and a body like this one:

~~~json
{"success": false, "code": "BAD_REQUEST", "error": "timeout: Must be an integer from 1 to 300000, not 900000", "details": [{"path": ["timeout"], "message": "Must be an integer from 1 to 300000, not 900000"}]}
~~~

\`error\` is written for people, \`code\` for programs; not every answer has a code. A page of a job that failed is no error of the request: it stands in \`…/errors\` with its code.

| status | means | ask again |
|---|---|---|
${statusRows(routes)}

What an operation means by a status in particular stands with the operation.

| code | status | means |
|---|---|---|
${codeRows()}

A POST that starts a job may bear an \`x-idempotency-key\` (a UUID): sent twice, it starts one job, and the second answer is 409.`;
}

/** Of the statuses that these operations declare, and of those that any may answer. */
function statusRows(routes: readonly DescribedRoute[]): string {
  const declared = new Set(routes.flatMap(({ operation }) => Object.keys(operation?.errors ?? {})));
  return Object.entries(errorStatuses)
    .filter(([status, { ofAll }]) => ofAll || declared.has(status))
    .map(([status, { means, again }]) => `| ${status} | ${means} | ${again} |`)
    .join('\n');
}

const REQUEST_STATUSES: Record<keyof typeof requestErrors, string> = {
  BAD_REQUEST: '400, 413',
  BAD_REQUEST_INVALID_JSON: '400',
  MODEL_NOT_CONFIGURED: '400',
  PROMPT_FAILED: '400',
  SCRAPE_ZDR_VIOLATION_ERROR: '400',
  UNSUPPORTED_SITE: '403',
  DOCUMENT_MISSING: '500',
  SERVICE_OVERLOADED: '429, 503',
  SERVICE_STOPPING: '503',
  STORE_UNAVAILABLE: '503',
  BROKER_UNAVAILABLE: '503',
  UNKNOWN_ERROR: '500',
};

/** With the reasons of pages, as lists of URLs name them. */
function codeRows(): string {
  const answers = Object.entries(pageFailureAnswers);
  return Object.entries({ ...requestErrors, ...pageErrors })
    .map(([code, meaning]) => {
      const ofPages = answers.filter(([, answer]) => answer.code === code);
      const reasons = ofPages.map(([reason]) => `\`${reason}\``).join(', ');
      const statuses = REQUEST_STATUSES[code as keyof typeof requestErrors] ?? ofPages[0]?.[1].status;
      return `| \`${code}\` | ${statuses} | ${meaning}${reasons === '' ? '' : ` (${reasons})`} |`;
    })
    .join('\n');
}

const paging = () => `## Paging

The status of a job has up to ${DEFAULT_LIMIT} documents (\`limit\`: up to ${MAX_LIMIT}), or as many as fit into ${mib(MAX_PAGE_BYTES)}. While there are more, the answer has \`next\`: ask that address as it is, with the key, until an answer has none. Of a running job it leads to what is stored so far; documents keep their places, so nothing comes twice or is missed. Lists of URLs and of webhook deliveries have \`next\` as well.`;

const WEBHOOKS = `## Webhooks

A batch or crawl with a \`webhook\` sends its events there: \`started\`, \`page\` for every document, and \`completed\` or \`failed\`; a cancelled job sends \`cancelled\` where \`events\` names it. An event is a POST with JSON:

~~~json
{"success": true, "type": "crawl.page", "id": "<job>", "webhookId": "<event>", "teamId": "<team>", "sequence": 2, "data": [{"markdown": "…"}], "metadata": {}}
~~~

Answer 2xx within the time that the operator grants; anything else is tried again later, under the same \`webhookId\` (also the header \`webhook-id\`), by which you know repeats. \`sequence\` is its place among the events of the job, and the order of delivery.

If the operator has set \`WEBHOOK_SECRET\`, deliveries are signed with the secret of your team (\`GET /v2/webhooks/secret\`). \`X-Firecrawl-Signature\` signs the bytes of the body with the current secret. \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` follow [Standard Webhooks](https://www.standardwebhooks.com), whose libraries also check the age; after a rotation \`webhook-signature\` has a signature by the previous secret as well. Check a signature before you trust a body:

~~~ts
${SIGNATURE_CHECK_IN_TYPESCRIPT}
~~~

~~~python
${SIGNATURE_CHECK_IN_PYTHON}
~~~`;

const STREAMS = `## Streams

Instead of asking for a status again and again, follow the job:

- **Server-Sent Events**: \`GET /v2/crawl/{id}/events\` or \`/v2/batch/scrape/{id}/events\` sends \`status\`, a \`document\` for each page, and \`done\`. After a break, send the id of the last event as \`Last-Event-ID\` and it goes on behind it.
- **WebSocket**: the address of the status, upgraded; the key in \`Authorization\` or, from browsers, as the subprotocol. First \`{"type": "catchup", "data": <status>}\`, then \`{"type": "document", "data": <document>}\` for each page; at the end it closes with code 1000.

~~~sh
curl -sN "$ORBWEAVER/v2/crawl/<id>/events" -H "Authorization: Bearer $KEY"
~~~`;

const limits = () => `## Limits

- A body has ${mib(MAX_BODY_BYTES)} at most, a list of formats ${MAX_FORMATS} entries, a prompt ${PROMPT_MAX_CHARS.toLocaleString('en')} characters. What else is bounded says so in the schemas below. The bodies of requests in flight are limited in total: 429 beyond the limit of the team, 503 beyond that of the gateway, both with \`Retry-After\`.
- A page has ${seconds(TIMEOUT_DEFAULT_MS)} (\`timeout\`, up to ${seconds(TIMEOUT_MAX_MS)}), waiting for its turn included. \`waitFor\` and wait actions come on top, ${seconds(WAIT_FOR_MAX_MS)} together at most.
- A team may have a number of pages at once, of scrapes and of jobs a minute, of open streams, and credits, as the operator has set them: past its requests a minute it gets 429, without credits 402. Reading a status is never limited. \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` say where it stands, \`GET /v2/team/credit-usage\` and \`GET /v2/concurrency-check\` the rest.
- Jobs and documents can be read until \`expiresAt\`.`;
