#!/bin/sh
payload=$(cat)
deny() {
  cat <<'JSON'
{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"secret files are not read"}}
JSON
  exit 0
}
case "$payload" in
  *'/.env"'*) deny ;;
  *'/id_rsa"'*) deny ;;
esac
