"""python3 crawl.py URL [LIMIT]: crawls a site and prints one line for each page, then how the crawl ended and the
warning, if there is one.

ORBWEAVER is the address of the service, KEY an API key. Python 3.9 or later, nothing else.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request

SERVICE = os.environ.get("ORBWEAVER", "http://127.0.0.1:3002")
KEY = os.environ.get("KEY", "")
POLL_SECONDS = 1


def ask(address, body=None):
    request = urllib.request.Request(
        address,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        sys.exit(f"{address} answered {error.code}: {error.read().decode()}")


url = sys.argv[1] if len(sys.argv) > 1 else "http://welcome.orbweaver.internal/"
limit = int(sys.argv[2]) if len(sys.argv) > 2 else 100
job_id = ask(f"{SERVICE}/v2/crawl", {"url": url, "limit": limit})["id"]
address = f"{SERVICE}/v2/crawl/{job_id}"

# limit=1 keeps the responses small while only the state is needed.
job = ask(f"{address}?limit=1")
while job["status"] == "scraping":
    time.sleep(POLL_SECONDS)
    job = ask(f"{address}?limit=1")

page = address
while page is not None:
    answer = ask(page)
    for document in answer["data"]:
        metadata = document["metadata"]
        print(metadata["statusCode"], metadata["url"], metadata.get("title", ""))
    page = answer.get("next")
print(f"{job['status']}: {job['completed']} pages")
if "warning" in job:
    print("warning:", job["warning"])
