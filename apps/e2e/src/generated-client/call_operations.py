"""Calls operations with the client that openapi-python-client generates from the API document. sys.argv has a target as
JSON. Each line of the output is an operation and the status of its response. Run with -W error."""

import json
import sys
import time
from uuid import UUID

from orbweaver_client import AuthenticatedClient
from orbweaver_client.api.batch import get_v2_batch_scrape_id, get_v2_batch_scrape_id_urls, post_v2_batch_scrape
from orbweaver_client.api.crawl import (
    delete_v2_crawl_id,
    get_v2_crawl_id,
    get_v2_crawl_id_errors,
    get_v2_crawl_id_events,
    post_v2_crawl,
    post_v2_crawl_preview,
)
from orbweaver_client.api.scrape import get_v2_scrape_id, post_v2_scrape
from orbweaver_client.api.team import get_v2_team_credit_usage
from orbweaver_client.api.v1 import post_v1_scrape
from orbweaver_client.api.webhooks import get_v2_webhooks_deliveries, post_v2_webhooks_deliveries_redeliver
from orbweaver_client.models import (
    ClickAction,
    FormatName,
    JobState,
    MarkdownFormat,
    RedeliverRequest,
    ScreenshotFormat,
    V1Format,
    V1ScrapeRequest,
    V2BatchRequest,
    V2CrawlPreviewRequest,
    V2CrawlRequest,
    V2ScrapeOptions,
    V2ScrapeRequest,
    WebhookOptions,
)

target = json.loads(sys.argv[1])
client = AuthenticatedClient(base_url=target["baseUrl"], token=target["key"], timeout=60)
url = f"{target['site']}/tree/"


def call(operation, **arguments):
    answer = operation.sync_detailed(client=client, **arguments)
    print(operation.__name__.rsplit(".", 1)[-1], int(answer.status_code), flush=True)
    return answer.parsed


def wait_for_end(operation, id):
    while (status := call(operation, id=id)).status == JobState.SCRAPING:
        time.sleep(0.2)
    return status


# `waitFor` without a timeout: the client must not send the default timeout, which would be rejected with this `waitFor`.
page = call(post_v2_scrape, body=V2ScrapeRequest(url=url, formats=[FormatName.MARKDOWN, FormatName.LINKS], wait_for=1))
assert isinstance(page.data.markdown, str), page
call(get_v2_scrape_id, id=page.data.metadata.scrape_id)
shown = V2ScrapeRequest(
    url=url,
    formats=[MarkdownFormat(type_="markdown"), ScreenshotFormat(type_="screenshot", full_page=True)],
    actions=[ClickAction(type_="click", selector="h1")],
)
assert call(post_v2_scrape, body=shown).data.screenshot.startswith("data:image/png")

batch = call(post_v2_batch_scrape, body=V2BatchRequest(urls=[url]))
assert wait_for_end(get_v2_batch_scrape_id, batch.id).data[0].metadata.source_url == url
call(get_v2_batch_scrape_id_urls, id=batch.id)

call(post_v2_crawl_preview, body=V2CrawlPreviewRequest(url=url, urls=[url]))
crawl = call(
    post_v2_crawl,
    body=V2CrawlRequest(
        url=url,
        limit=2,
        scrape_options=V2ScrapeOptions(formats=[FormatName.MARKDOWN]),
        webhook=WebhookOptions(url=target["webhook"]),
    ),
)
assert isinstance(crawl.id, UUID)
assert wait_for_end(get_v2_crawl_id, crawl.id).completed == 2
call(get_v2_crawl_id_errors, id=crawl.id)
call(get_v2_crawl_id_events, id=crawl.id)
assert call(get_v2_webhooks_deliveries, job_id=crawl.id).deliveries
call(post_v2_webhooks_deliveries_redeliver, body=RedeliverRequest(job_id=crawl.id))
slow = call(post_v2_crawl, body=V2CrawlRequest(url=url, delay=30))
call(delete_v2_crawl_id, id=slow.id)

call(get_v2_team_credit_usage)
call(post_v1_scrape, body=V1ScrapeRequest(url=url, formats=[V1Format.MARKDOWN]))
