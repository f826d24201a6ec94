#!/bin/sh
# sh check-signature.sh SIGNATURE < BODY: checks whether Orbweaver sent the body of a webhook. Needs openssl.
# SIGNATURE is the header X-Firecrawl-Signature, WEBHOOK_SECRET the secret of the team: GET /v2/webhooks/secret.
# Use it for stored deliveries only. A receiver must compare in constant time, like the other examples.
set -eu
: "${WEBHOOK_SECRET:?is not set}"
if [ -z "${1:-}" ]; then
  echo 'not signed: Orbweaver signs when WEBHOOK_SECRET is set where it runs'
  exit 1
fi
expected=sha256=$(openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" | sed 's/^.*= //')
if [ "$1" = "$expected" ]; then
  echo 'from Orbweaver'
else
  echo 'not from Orbweaver'
  exit 1
fi
