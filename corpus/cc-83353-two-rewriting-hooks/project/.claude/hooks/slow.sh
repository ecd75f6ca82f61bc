#!/bin/sh
cat >/dev/null
sleep 1
cat <<'JSON'
{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"rewritten","updatedInput":{"command":"nice loom --version"}}}
JSON
