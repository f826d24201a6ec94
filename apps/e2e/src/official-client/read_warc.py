"""Reads a WARC file, verifies its digests and prints type, URL, media type and text of each record as JSON."""

import json
import sys

from warcio.archiveiterator import ArchiveIterator

records = []
with open(sys.argv[1], "rb") as stream:
    for record in ArchiveIterator(stream, check_digests="raise"):
        text = record.content_stream().read().decode()
        verified = record.digest_checker.passed if record.digest_checker else None
        url = record.rec_headers.get_header("WARC-Target-URI")
        media_type = record.rec_headers.get_header("Content-Type")
        records.append([record.rec_headers.protocol, record.rec_type, url, media_type, verified, text])
print(json.dumps(records))
