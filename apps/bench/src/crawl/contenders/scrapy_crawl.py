"""Reads orders (JSON: start, count) from stdin, a line each, and answers each with the number of pages."""

import json
import multiprocessing
import sys
from urllib.parse import urlsplit


def crawl(start, count, answer):
    import html2text
    import scrapy
    from scrapy.crawler import CrawlerProcess

    class Spider(scrapy.Spider):
        name = "bench"
        start_urls = [start]
        host = urlsplit(start).hostname
        admitted = {start}
        pages = 0

        def parse(self, response):
            converter = html2text.HTML2Text()
            converter.body_width = 0
            converter.handle(response.text)
            Spider.pages += 1
            for href in response.css("a::attr(href)").getall():
                url = response.urljoin(href)
                if len(self.admitted) >= count or url in self.admitted or urlsplit(url).hostname != self.host:
                    continue
                self.admitted.add(url)
                yield scrapy.Request(url)

    process = CrawlerProcess(
        {"LOG_ENABLED": False, "CONCURRENT_REQUESTS": 16, "CONCURRENT_REQUESTS_PER_DOMAIN": 16, "DOWNLOAD_DELAY": 0,
         "TELNETCONSOLE_ENABLED": False, "ROBOTSTXT_OBEY": False}
    )
    process.crawl(Spider)
    process.start()
    answer.put(Spider.pages)


if __name__ == "__main__":
    # Twisted's reactor starts once a process.
    context = multiprocessing.get_context("fork")
    import html2text  # noqa: F401  (paid once, before the crawls)
    import scrapy.crawler  # noqa: F401

    print("ready", flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        answer = context.Queue()
        child = context.Process(target=crawl, args=(order["start"], order["count"], answer))
        child.start()
        pages = answer.get()
        child.join()
        print(pages, flush=True)
