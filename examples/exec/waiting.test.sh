#!/bin/sh
# tiers-sandbox exec has started a sandbox for this script, and ends it afterwards.
set -eu

# The code under test: how many dossiers wait for a decision.
waiting() {
  curl --silent --show-error --fail -H "Authorization: Bearer $TIERS_SANDBOX_TOKEN" \
    "$TIERS_SANDBOX_URL/api/v1/account/demo/dossiers?statusCode=ACTION_REQUIRED" |
    sed 's/.*"totalElements":\([0-9]*\).*/\1/'
}

# On loopback the control plane needs no key, and does not mind an empty one.
control() {
  curl --silent --show-error --fail --output /dev/null -H "X-Sandbox-Key: $TIERS_SANDBOX_KEY" \
    -H "Content-Type: application/json" --data "$2" "$TIERS_SANDBOX_URL/_sandbox/accounts/demo$1"
}

expect() {
  if [ "$2" = "$3" ]; then echo "ok: $1"; else echo "not ok: $1: expected $3, got $2" >&2 && exit 1; fi
}

expect "nothing waits in an empty account" "$(waiting)" 0
control /scenarios '{"scenario":"dossier-waiting"}'
expect "a dossier with a document to decide waits" "$(waiting)" 1
