#!/bin/sh
# sh crawl.sh URL [LIMIT]: crawls a site and prints one line for each page, then how the crawl ended and the
# warning, if there is one. Needs curl and jq.
# ORBWEAVER is the address of the service, KEY an API key.
set -eu
service=${ORBWEAVER:-http://127.0.0.1:3002}
url=${1:-http://welcome.orbweaver.internal/}
limit=${2:-100}
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

# Stores the response in a file, because it may have megabytes.
ask() {
  curl -sS --fail-with-body -o "$answer" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' "$@" || {
    cat "$answer" >&2
    exit 1
  }
}

body=$(jq -n --arg url "$url" --argjson limit "$limit" '{url: $url, limit: $limit}')
ask "$service/v2/crawl" -d "$body"
job=$service/v2/crawl/$(jq -r .id "$answer")

# limit=1 keeps the responses small while only the state is needed.
ask "$job?limit=1"
while [ "$(jq -r .status "$answer")" = scraping ]; do
  sleep 1
  ask "$job?limit=1"
done
end=$(jq -r '"\(.status): \(.completed) pages"' "$answer")
warning=$(jq -r '.warning // ""' "$answer")

page=$job
while [ -n "$page" ]; do
  ask "$page"
  jq -r '.data[].metadata | "\(.statusCode) \(.url) \(.title // "")"' "$answer"
  page=$(jq -r '.next // ""' "$answer")
done
echo "$end"
[ -z "$warning" ] || echo "warning: $warning"
