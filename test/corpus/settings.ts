/** Settings and hook scripts that cases bring along. Hooks are plain `sh`, so that every machine with a shell can run them. */

export function settingsFile(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** PreToolUse hooks of a settings file: one command per matcher, found in the project's folder of hooks. */
export function preToolUse(matcher: string, script: string, more: object = {}): object {
  return { hooks: { PreToolUse: [{ matcher, hooks: [{ type: 'command', command: hookCommand(script), ...more }] }] } };
}

export function hookCommand(script: string): string {
  return `sh "$CLAUDE_PROJECT_DIR"/.claude/hooks/${script}`;
}

/** Reads stdin, answers with this JSON. */
export function answers(json: object): string {
  return `#!/bin/sh\ncat >/dev/null\ncat <<'JSON'\n${JSON.stringify(json)}\nJSON\n`;
}

export function decides(decision: 'allow' | 'deny' | 'ask', reason: string, more: object = {}): object {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: decision,
      permissionDecisionReason: reason,
      ...more,
    },
  };
}

/** Denies calls whose payload holds one of the texts, in silence lets the rest pass. */
export function deniesIfHolds(texts: readonly string[], reason: string): string {
  const tests = texts.map((text) => `  *'${text}'*) deny ;;`).join('\n');
  return `#!/bin/sh\npayload=$(cat)\ndeny() {\n  cat <<'JSON'\n${JSON.stringify(decides('deny', reason))}\nJSON\n  exit 0\n}\ncase "$payload" in\n${tests}\nesac\n`;
}

/** Blocks with exit 2 where the payload holds the text. */
export function blocksIfHolds(text: string, reason: string): string {
  return `#!/bin/sh\npayload=$(cat)\ncase "$payload" in\n  *'${text}'*) echo '${reason}' >&2; exit 2 ;;\nesac\n`;
}

/** Flags and files of a case that brings settings with hooks. */
export function withHooks(
  settings: object,
  scripts: Readonly<Record<string, string>>,
): { files: Record<string, string>; args: string[] } {
  const files: Record<string, string> = { 'settings.json': settingsFile(settings) };
  for (const [name, text] of Object.entries(scripts)) files[`project/.claude/hooks/${name}`] = text;
  return { files, args: ['--gate', 'settings:settings.json', '--allow-exec', '--project', 'project'] };
}

export function withRules(permissions: object): { files: Record<string, string>; args: string[] } {
  return { files: { 'settings.json': settingsFile({ permissions }) }, args: ['--gate', 'settings:settings.json'] };
}
