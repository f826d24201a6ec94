#!/bin/sh
# sh check-signature.sh SIGNATURE < BODY: tells whether Orbweaver sent the body of a webhook. Needs openssl.
# SIGNATURE is the header X-Firecrawl-Signature, WEBHOOK_SECRET the secret of the team: GET /v2/webhooks/secret.
# For a look at a stored delivery: a receiver compares in constant time, as the other examples do.
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
