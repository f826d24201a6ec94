"""Reads orders (JSON: start, count) from stdin, a line each, and answers each with the number of pages."""

import asyncio
import json
import os
import sys
from urllib.parse import urlsplit

os.environ.setdefault("CRAWL4AI_NO_CLOUD_NOTICE", "1")
os.environ.setdefault("CRAWL4_AI_BASE_DIRECTORY", os.path.join(os.path.dirname(sys.prefix), "crawl4ai-data"))

from crawl4ai import AsyncWebCrawler, CacheMode, CrawlerRunConfig, HTTPCrawlerConfig  # noqa: E402
from crawl4ai.async_crawler_strategy import AsyncHTTPCrawlerStrategy  # noqa: E402

IN_FLIGHT = 16


async def crawl(start, count):
    strategy = AsyncHTTPCrawlerStrategy(HTTPCrawlerConfig(), max_connections=IN_FLIGHT)
    config = CrawlerRunConfig(cache_mode=CacheMode.BYPASS, verbose=False, check_robots_txt=False)
    host = urlsplit(start).netloc
    known = {start}
    waiting = [start]
    running = set()
    pages = 0
    async with AsyncWebCrawler(crawler_strategy=strategy, verbose=False) as crawler:
        while waiting or running:
            while waiting and len(running) < IN_FLIGHT:
                running.add(asyncio.create_task(crawler.arun(waiting.pop(0), config=config)))
            done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                result = task.result()
                if not result.success or not result.markdown:
                    continue
                pages += 1
                for link in result.links.get("internal", []):
                    url = link["href"]
                    if len(known) >= count or url in known or urlsplit(url).netloc != host:
                        continue
                    known.add(url)
                    waiting.append(url)
    return pages


if __name__ == "__main__":
    # Its log would be read as an answer.
    answers, sys.stdout = sys.stdout, sys.stderr
    print("ready", file=answers, flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        print(asyncio.run(crawl(order["start"], order["count"])), file=answers, flush=True)
