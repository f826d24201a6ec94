"""Calls the operations of the official Python client and prints the responses as one JSON object.

Given a JSON object: url and key of the service, site.
"""

import json
import socket
import sys
import time

from firecrawl import Firecrawl
from firecrawl.v2.utils.error_handler import BadRequestError, RequestTimeoutError

connect = socket.socket.connect


def connect_within_machine(self, address):
    if address[0] != "127.0.0.1":
        raise OSError(f"No client contacts {address[0]} in a test")
    return connect(self, address)


socket.socket.connect = connect_within_machine

target = json.loads(sys.argv[1])
site = target["site"]
client = Firecrawl(api_url=target["url"], api_key=target["key"])


def refusal(error, call):
    try:
        call()
    except error as caught:
        return str(caught)


def scraped():
    document = client.scrape(
        f"{site}/lamps/desk.html",
        formats=["markdown", "links", {"type": "screenshot", "quality": 40}],
        only_main_content=True,
        actions=[{"type": "wait", "milliseconds": 50}, {"type": "executeJavascript", "script": "document.title"}],
        location={"country": "DE", "languages": ["de"]},
        parsers=["pdf"],
        max_age=0,
        timeout=30000,
    )
    returned = document.actions["javascriptReturns"]
    return [document.markdown, document.links, document.screenshot[:15], returned, document.metadata.status_code]


def crawled():
    job = client.crawl(f"{site}/", limit=10, sitemap="skip", poll_interval=1)
    errors = client.get_crawl_errors(job.id)
    return [job.status, len(job.data), [one.url for one in errors.errors], errors.robots_blocked]


def mapped():
    links = client.map(f"{site}/lamps/", sitemap="skip", search="desk", limit=1).links
    strings = client.v1.map_url(f"{site}/lamps/", ignore_sitemap=True).links
    return [[link.url, link.title] for link in links] + [strings[0]]


def started_and_cancelled():
    job = client.start_crawl(f"{site}/", delay=5)
    active = [crawl.id for crawl in client.get_active_crawls().crawls]
    return [job.id in active, client.cancel_crawl(job.id), client.get_crawl_status(job.id).status]


def batched():
    job = client.batch_scrape([f"{site}/", f"{site}/lamps/catalogue.epub"], poll_interval=1)
    started = client.start_batch_scrape([f"{site}/"], wait_for=10000)
    errors = client.get_batch_scrape_errors(started.id).errors
    return [job.status, job.completed, errors, client.cancel_batch_scrape(started.id)]


def watched():
    seen = []
    watcher = client.watcher(client.start_crawl(f"{site}/", limit=3).id, poll_interval=1, timeout=30)
    watcher.add_listener(lambda state: seen.append(state.status))
    watcher.start()
    deadline = time.monotonic() + 30
    while "completed" not in seen and time.monotonic() < deadline:
        time.sleep(0.1)
    watcher.stop()
    return seen[-1]


def v1():
    job = client.v1.crawl_url(f"{site}/", limit=4, ignore_sitemap=True, poll_interval=1)
    batch = client.v1.batch_scrape_urls([f"{site}/", f"{site}/about.html"], poll_interval=1)
    page = client.v1.scrape_url(f"{site}/about.html", formats=["markdown", "html"])
    return [job.status, job.completed, batch.status, batch.completed, page.markdown]


answers = {
    "scraped": scraped(),
    "crawled": crawled(),
    "mapped": mapped(),
    "cancelled": started_and_cancelled(),
    "batched": batched(),
    "watched": watched(),
    "v1": v1(),
    "parsed": client.parse(b"<h1>Opening hours</h1>", filename="hours.html", content_type="text/html").markdown,
    "tokens": client.get_token_usage().remaining_tokens,
    "credits": client.get_credit_usage().remaining_credits,
    "concurrency": client.get_concurrency().max_concurrency,
    "queue": client.get_queue_status().max_concurrency,
    "wrong": refusal(BadRequestError, lambda: client.scrape("ftp://127.0.0.1/")),
    "late": refusal(RequestTimeoutError, lambda: client.scrape(f"{site}/about.html", timeout=1, max_age=0)),
    "prompt": refusal(BadRequestError, lambda: client.crawl_params_preview(f"{site}/", "only lamps")),
}
print(json.dumps(answers))
