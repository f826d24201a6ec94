"""Reads pages, one JSON text of their HTML a line, and answers each with one of the main content's HTML."""

import json
import sys

import trafilatura

for line in sys.stdin:
    html = json.loads(line)
    try:
        content = trafilatura.extract(
            html, output_format="html", include_formatting=True
        )
    except Exception:
        content = None
    print(json.dumps(content or ""), flush=True)
