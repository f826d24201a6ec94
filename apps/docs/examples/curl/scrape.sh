#!/bin/sh
# sh scrape.sh URL: prints the page as markdown. Needs curl and jq.
# ORBWEAVER is the address of the service, KEY an API key.
set -eu
service=${ORBWEAVER:-http://127.0.0.1:3002}
url=${1:-http://welcome.orbweaver.internal/}

jq -n --arg url "$url" '{url: $url, formats: ["markdown"]}' |
  curl -sS "$service/v2/scrape" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d @- |
  jq -r 'if .success then .data.markdown else error(.error) end'
