#!/bin/sh
payload=$(cat)
deny() {
  cat <<'JSON'
{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"deploy/ is not written by agents"}}
JSON
  exit 0
}
case "$payload" in
  *'/deploy/'*) deny ;;
esac
