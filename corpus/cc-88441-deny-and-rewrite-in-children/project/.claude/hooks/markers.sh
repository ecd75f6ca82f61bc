#!/bin/sh
payload=$(cat)
case "$payload" in
  *MARKER_DENY*) cat <<'JSON'
{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"marker"}}
JSON
  ;;
  *MARKER_REWRITE*) cat <<'JSON'
{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"marker","updatedInput":{"command":"echo replaced"}}}
JSON
  ;;
esac
