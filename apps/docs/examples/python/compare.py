"""python3 compare.py PATH BODY: sends one request to two services and prints the fields of the responses that differ.

Waits for a crawl or batch to end and compares its documents and errors by URL. OLD and NEW are the addresses of
the services, OLD_KEY and NEW_KEY their API keys. Python 3.9 or later, nothing else.
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request

POLL_SECONDS = 2
EXCERPT_CHARS = 60

# Fields that always differ.
NEVER_EQUAL = {"id", "scrapeId", "createdAt", "completedAt", "expiresAt", "cachedAt", "duration", "timestamp"}


class Service:
    def __init__(self, name):
        self.address = os.environ.get(name, "").rstrip("/")
        self.key = os.environ.get(f"{name}_KEY", "")
        if not self.address:
            sys.exit(f"{name} is not set")

    def ask(self, target, sent=None):
        request = urllib.request.Request(
            self.address + target,
            data=None if sent is None else sent.encode(),
            headers={"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request) as response:
                return response.status, read(response.read())
        except urllib.error.HTTPError as error:
            return error.code, read(error.read())
        except urllib.error.URLError as error:
            sys.exit(f"{self.address} cannot be reached: {error.reason}")

    def answer(self, target, sent):
        """The complete response as one value: the status, documents and errors for a job."""
        status, first = self.ask(target, sent)
        if not first.get("success") or "id" not in first:
            return {"httpStatus": status, **first}
        job = f"{target}/{first['id']}"
        state = self.ask(f"{job}?limit=1")[1]
        while state.get("status") == "scraping":
            time.sleep(POLL_SECONDS)
            state = self.ask(f"{job}?limit=1")[1]
        documents, page = [], job
        while page is not None:
            part = self.ask(page)[1]
            documents += part.get("data", [])
            # Never send the key to another host.
            page = part["next"][part["next"].index(job) :] if part.get("next") else None
        failed = self.ask(f"{job}/errors")[1]
        return {
            "httpStatus": status,
            "job": {name: value for name, value in state.items() if name not in ("data", "next")},
            "documents": {one["metadata"]["sourceURL"]: one for one in documents},
            "errors": {one["url"]: one for one in failed.get("errors", [])},
            "robotsBlocked": sorted(failed.get("robotsBlocked", [])),
        }


def read(body):
    try:
        return json.loads(body)
    except ValueError:
        return {"text": body.decode(errors="replace")}


def fields_of(value, name=""):
    members = list(enumerate(value)) if isinstance(value, list) else getattr(value, "items", lambda: None)()
    if members is None:
        return {name: json.dumps(value, ensure_ascii=False)}
    fields = {}
    for key, member in members:
        if key not in NEVER_EQUAL:
            fields.update(fields_of(member, f"{name}.{key}".lstrip(".")))
    return fields


def describe(name, before, after):
    if before is None:
        return f"{name}: only new: {cut(after)}"
    if after is None:
        return f"{name}: only old: {cut(before)}"
    same = len(os.path.commonprefix([before, after]))
    return f"{name}: from character {same} on: old: {cut(before[same:])}, new: {cut(after[same:])}"


def cut(text):
    return f"{text[:EXCERPT_CHARS]}…" if len(text) > EXCERPT_CHARS else text


if len(sys.argv) != 3:
    sys.exit("Usage: compare.py PATH BODY")
old, new = (fields_of(Service(name).answer(*sys.argv[1:])) for name in ("OLD", "NEW"))
differing = sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name))
for field in differing:
    print(describe(field, old.get(field), new.get(field)))
status_of_old, status_of_new = (int(fields.get("httpStatus", 0)) for fields in (old, new))
# Two equal rejections do not compare accepted requests.
is_refused = status_of_old >= 400 and status_of_new >= 400
if is_refused:
    print(f"Both rejected the request: old {status_of_old}, new {status_of_new}: {new.get('error')}")
print(f"{len(differing)} of {len(old.keys() | new.keys())} fields differ")
sys.exit(2 if is_refused else 1 if differing else 0)
