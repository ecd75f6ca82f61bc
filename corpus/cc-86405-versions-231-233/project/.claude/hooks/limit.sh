#!/bin/sh
cat >/dev/null
cat <<'JSON'
{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"limited","updatedInput":{"command":"timeout 60 true"}}}
JSON
