"""python3 webhook_receiver.py [PORT]: prints webhook events from Orbweaver and rejects other requests.

WEBHOOK_SECRET is the secret of the team: GET /v2/webhooks/secret. Python 3.9 or later, nothing else.
"""

import hashlib
import hmac
import json
import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("WEBHOOK_SECRET", "").encode()
if not SECRET:
    sys.exit("WEBHOOK_SECRET is not set")  # Anyone can sign with an empty secret.

# An event that was acknowledged too late is repeated with the same id. In production, store the ids in a database.
seen = set()


def is_from_orbweaver(raw_body, signature):
    """raw_body: the received bytes. Parsed and serialized JSON has another signature."""
    expected = "sha256=" + hmac.new(SECRET, raw_body, hashlib.sha256).hexdigest()
    return hmac.compare_digest((signature or "").encode(), expected.encode())


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        raw_body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        signature = self.headers.get("X-Firecrawl-Signature")
        if signature is None:
            print("refused: no signature was sent. Orbweaver signs when WEBHOOK_SECRET is set where it runs", flush=True)
            return self.answer(401)
        if not is_from_orbweaver(raw_body, signature):
            print("refused: the signature is wrong. WEBHOOK_SECRET here must be the secret of the team", flush=True)
            return self.answer(401)
        event = json.loads(raw_body)
        if event["webhookId"] not in seen:
            # Events of pages have documents, other events have other data or none.
            urls = [document["metadata"]["url"] for document in event["data"] if "metadata" in document]
            print("verified", event["sequence"], event["type"], *urls, flush=True)
            # Last: an event that fails above is sent again.
            seen.add(event["webhookId"])
        self.answer(200)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8080), Receiver)
print(f"listening on http://127.0.0.1:{server.server_port}/", flush=True)
server.serve_forever()
