"""python3 scrape.py URL: prints the page as markdown.

ORBWEAVER is the address of the service, KEY an API key. Python 3.9 or later, nothing else.
"""

import json
import os
import sys
import urllib.error
import urllib.request

SERVICE = os.environ.get("ORBWEAVER", "http://127.0.0.1:3002")
KEY = os.environ.get("KEY", "")

url = sys.argv[1] if len(sys.argv) > 1 else "http://welcome.orbweaver.internal/"
request = urllib.request.Request(
    f"{SERVICE}/v2/scrape",
    data=json.dumps({"url": url, "formats": ["markdown"]}).encode(),
    headers={"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"},
)
try:
    with urllib.request.urlopen(request) as response:
        document = json.load(response)["data"]
except urllib.error.HTTPError as error:
    sys.exit(f"{error.code}: {json.load(error)['error']}")
if "warning" in document:
    print(f"Warning: {document['warning']}", file=sys.stderr)
print(document["markdown"])
