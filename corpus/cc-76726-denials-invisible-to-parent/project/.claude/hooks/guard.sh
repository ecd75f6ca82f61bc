#!/bin/sh
payload=$(cat)
deny() {
  cat <<'JSON'
{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"out/ is read-only for helpers"}}
JSON
  exit 0
}
case "$payload" in
  *'/out/'*) deny ;;
esac
