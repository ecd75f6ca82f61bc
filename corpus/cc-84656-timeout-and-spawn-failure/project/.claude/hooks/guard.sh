#!/bin/sh
payload=$(cat)
case "$payload" in
  *'make one'*) sleep 30 ;;
  *'make two'*) exec /nonexistent/guard ;;
  *'make three'*) cat <<'JSON'
{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"not three"}}
JSON
  exit 1 ;;
esac
