#!/bin/sh
payload=$(cat)
deny() {
  cat <<'JSON'
{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"network commands are not allowed"}}
JSON
  exit 0
}
case "$payload" in
  *'curl'*) deny ;;
esac
