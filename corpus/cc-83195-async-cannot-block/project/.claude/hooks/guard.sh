#!/bin/sh
payload=$(cat)
deny() {
  cat <<'JSON'
{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no helpers today"}}
JSON
  exit 0
}
case "$payload" in
  *'prompt'*) deny ;;
esac
