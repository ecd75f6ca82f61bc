#!/bin/sh
payload=$(cat)
deny() {
  cat <<'JSON'
{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"helpers do not delete"}}
JSON
  exit 0
}
case "$payload" in
  *'-delete'*) deny ;;
  *'chmod -R'*) deny ;;
esac
