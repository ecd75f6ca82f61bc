import type { ControlForm, MarkupFamily, Strength } from './model.ts';

/**
 * The control forms as data. Sources: `FACTS n` = seen by running the host (host facts, section n); `report` = met in a public
 * incident report; `template` = published chat template of a model family.
 */

/** What is left of a name: lower-case ASCII letters and digits. */
export function keyOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

type Row = readonly [names: string, family: MarkupFamily, strength: Strength, source: string];

const TAG_ROWS: readonly Row[] = [
  ['system-reminder', 'reminder', 'strong', 'FACTS 3, 8'],
  ['system-reminders', 'reminder', 'strong', 'report'],
  ['reminder', 'reminder', 'weak', 'report'],
  ['task-notification agent-notification task-reminder', 'notification', 'strong', 'FACTS 3; VERSIONS 1 (2.0.76)'],
  ['system-notification system-message system-notice system-event', 'notification', 'strong', 'report'],
  ['task-id tool-use-id output-file', 'notification', 'weak', 'FACTS 3'],
  ['notification event', 'notification', 'weak', 'report'],
  ['tools-used-before-summary subagent-hand-back', 'frame', 'strong', 'FACTS 3'],
  ['usage', 'frame', 'weak', 'FACTS 3'],
  ['fork-boilerplate', 'frame', 'strong', 'FACTS 2'],
  ['command-name command-message command-args', 'command', 'strong', 'FACTS 3'],
  ['local-command-stdout local-command-stderr local-command-caveat', 'command', 'strong', 'FACTS 3'],
  ['bash-input bash-stdout bash-stderr', 'command', 'strong', 'host, interactive shell mode'],
  ['user-prompt-submit-hook session-start-hook post-tool-use-hook pre-tool-use-hook', 'hook', 'strong', 'VERSIONS 1'],
  ['user-memory-input', 'command', 'strong', 'host'],
  ['teammate-message agent-message cross-session-message channel-source', 'peer', 'strong', 'FACTS 3'],
  ['peer-message coordinator-message session-message', 'peer', 'strong', 'report'],
  ['function_results function_result function_calls function_call', 'tool-protocol', 'strong', 'FACTS 3'],
  ['antml-function_calls antml-invoke antml-parameter', 'tool-protocol', 'strong', 'tool protocol'],
  ['invoke-name parameter-name', 'tool-protocol', 'strong', 'tool protocol'],
  ['invoke tool_result tool_use tool_call tool_calls parameter', 'tool-protocol', 'weak', 'FACTS 3'],
  ['system-invoke', 'tool-protocol', 'strong', 'report'],
  ['persisted-output tool_use_error fetched-web-content', 'output', 'strong', 'FACTS 3, 4'],
  ['total_tokens token_budget budget-token_budget', 'output', 'weak', 'FACTS 8'],
  ['ide_opened_file ide_selection ide_diagnostics', 'reminder', 'strong', 'host, editor entry point'],
  ['automated_reminder_from_anthropic anthropic-reminder long_conversation_reminder', 'reminder', 'strong', 'report'],
  ['thinking antml-thinking', 'tool-protocol', 'weak', 'FACTS 3'],
  ['system user assistant human', 'role', 'weak', 'FACTS 3'],
  ['system-prompt system_instruction system_instructions', 'configuration', 'strong', 'report'],
  ['developer operator admin', 'role', 'weak', 'report'],
];

/** Tokens whose name stands between `<|` and `|>` (or full-width pipes). */
const PIPE_ROWS: readonly Row[] = [
  ['im_start im_end im_sep', 'chat-template', 'strong', 'template: ChatML'],
  [
    'begin_of_text end_of_text start_header_id end_header_id eot_id eom_id python_tag',
    'chat-template',
    'strong',
    'template: Llama 3',
  ],
  ['header_start header_end eot', 'chat-template', 'strong', 'template: Llama 4'],
  [
    'endoftext startoftext end_of_turn start_of_turn fim_prefix fim_suffix',
    'chat-template',
    'strong',
    'template: GPT-2, Qwen',
  ],
  ['system user assistant tool observation end', 'chat-template', 'strong', 'template: Phi, GLM'],
  ['start channel message return call constrain', 'chat-template', 'strong', 'template: Harmony'],
  [
    'begin_of_sentence end_of_sentence tool_calls_begin tool_call_begin tool_outputs_begin',
    'chat-template',
    'strong',
    'template: DeepSeek',
  ],
  [
    'START_OF_TURN_TOKEN END_OF_TURN_TOKEN SYSTEM_TOKEN USER_TOKEN CHATBOT_TOKEN',
    'chat-template',
    'strong',
    'template: Command R',
  ],
  ['im_system im_user im_assistant im_middle', 'chat-template', 'strong', 'template: Kimi'],
];

/** Template tokens in plain angle brackets. */
const TOKEN_ROWS: readonly Row[] = [
  ['start_of_turn end_of_turn', 'chat-template', 'strong', 'template: Gemma'],
  ['begin_of_text end_of_text begin_of_sentence end_of_sentence', 'chat-template', 'strong', 'template'],
  ['SYS', 'chat-template', 'strong', 'template: Llama 2, with doubled brackets'],
];

/** Names in square brackets. */
const SQUARE_ROWS: readonly Row[] = [
  [
    'INST SYSTEM_PROMPT AVAILABLE_TOOLS TOOL_RESULTS TOOL_CALLS TOOL_CONTENT',
    'chat-template',
    'strong',
    'template: Mistral, Llama 2',
  ],
];

function table(rows: readonly Row[]): ReadonlyMap<string, ControlForm> {
  const forms = new Map<string, ControlForm>();
  for (const [names, family, strength, source] of rows) {
    for (const name of names.split(' ')) forms.set(keyOf(name), { name, key: keyOf(name), family, strength, source });
  }
  return forms;
}

export const TAGS = table([...TAG_ROWS, ...TOKEN_ROWS.slice(0, 2)]);
export const DOUBLE_BRACKET = table(TOKEN_ROWS.slice(2));
export const PIPE_TOKENS = table(PIPE_ROWS);
export const SQUARE_TOKENS = table(SQUARE_ROWS);

/** Element names that are only control forms together with an attribute of this name. */
export const WITH_ATTRIBUTE: ReadonlyMap<string, string> = new Map([
  ['channel', 'source'],
  ['invoke', 'name'],
  ['parameter', 'name'],
]);

/**
 * A tag that no host has, put together from these words (one of each at least), is read as pseudo-configuration: a model takes
 * `<tool_runtime_configuration>` for the host's although no list has it.
 */
export const PSEUDO_SUBJECTS: ReadonlySet<string> = new Set(
  'system tool tools runtime session agent agents subagent harness host operator admin administrator security policy permission permissions safety model assistant claude anthropic platform orchestrator coordinator supervisor developer sandbox guardrail compliance parent governance classifier gateway mcp runtime execution capability workflow laufzeit sitzung werkzeug modell système systeme outil agente sistema sesion sessao herramienta ferramenta strumento sessione asistente assistente modelo modello'.split(
    ' ',
  ),
);
export const PSEUDO_KINDS: ReadonlySet<string> = new Set(
  'reminder notification configuration config directive directives instruction instructions override overrides message notice alert update prompt control invoke event mode rule rules command commands authorization authorisation approval clearance grant advisory bulletin memo announcement warning result results verdict decision hint note context response policy policies capability capabilities setting settings state status signal profile parameters preferences protocol guide guidelines guideline manifest contract permissions mandate say must header info constraints restrictions control controls konfiguration anweisung anweisungen richtlinie hinweis meldung consigne consignes avis regle regles configuracion instruccion instrucciones directiva aviso norma configuracao instrucao configurazione istruzioni direttiva avviso'.split(
    ' ',
  ),
);

interface LineForm {
  readonly name: string;
  /** Folded start of the line: letters and digits only. */
  readonly key: string;
  readonly family: MarkupFamily;
  readonly strength: Strength;
  readonly source: string;
}

type LineRow = readonly [start: string, name: string, family: MarkupFamily, strength: Strength, source: string];

const LINE_ROWS: readonly LineRow[] = [
  ['[SYSTEM NOTIFICATION', '[SYSTEM NOTIFICATION', 'notification', 'strong', 'FACTS 3'],
  ['[harness:', '[harness:', 'frame', 'strong', 'FACTS 3'],
  ['[Subagent hand-back]', '[Subagent hand-back]', 'frame', 'strong', 'FACTS 3'],
  ['[Workflow harness', '[Workflow harness', 'frame', 'strong', 'FACTS 3'],
  ['[Request interrupted by user', '[Request interrupted by user', 'interruption', 'strong', 'FACTS 4'],
  ['[Tool call interrupted', '[Tool call interrupted', 'interruption', 'strong', 'FACTS 4'],
  ["The user doesn't want to proceed with this tool use", 'rejected tool use', 'interruption', 'strong', 'FACTS 4'],
  ["The user doesn't want to take this action", 'rejected tool use', 'interruption', 'strong', 'host'],
  [
    'This session is being continued from a previous conversation',
    'continuation lead',
    'continuation',
    'strong',
    'FACTS 5',
  ],
  ['The coordinator sent a message while you were working', 'coordinator lead', 'peer', 'strong', 'FACTS 3'],
  ['The user sent a new message while you were working', 'queued message lead', 'peer', 'strong', 'FACTS 4'],
  ['The user sent the following message', 'queued message lead', 'peer', 'strong', 'host'],
  ['Another Claude session sent a message', 'peer lead', 'peer', 'strong', 'FACTS 3'],
  [
    'Caveat: The messages below were generated by the user while running local commands',
    'command caveat',
    'command',
    'strong',
    'host',
  ],
  ['Stop hook feedback:', 'hook feedback', 'hook', 'strong', 'FACTS 6'],
  ['Bash operation feedback:', 'hook feedback', 'hook', 'strong', 'VERSIONS 1'],
  ['[Your previous response had no visible output', 'own note', 'frame', 'strong', 'FACTS 4'],
  ['agentId:', 'agentId trailer', 'frame', 'weak', 'FACTS 3'],
  ['API Error:', 'API error line', 'output', 'weak', 'report'],
  ['Plan mode is active', 'plan mode note', 'reminder', 'strong', 'host'],
  ['Exited Plan Mode', 'plan mode note', 'reminder', 'weak', 'host'],
  ['Auto mode is active', 'auto mode note', 'reminder', 'strong', 'host'],
  ['Called the Read tool with the following input', 'tool echo', 'output', 'strong', 'host'],
  ['Result of calling the Read tool', 'tool echo', 'output', 'strong', 'host'],
];

export const LINE_FORMS: readonly LineForm[] = LINE_ROWS.map(([start, name, family, strength, source]) => ({
  name,
  key: keyOf(start),
  family,
  strength,
  source,
}));

/** `<Event>:<Tool> hook additional context:` and its kin: the event's name, then the rest. FACTS 6. */
export const HOOK_EVENTS: readonly string[] =
  'PreToolUse PostToolUse PostToolUseFailure PostToolBatch Notification UserPromptSubmit UserPromptExpansion SessionStart SessionEnd Stop SubagentStart SubagentStop PreCompact PostCompact PermissionRequest PermissionDenied'
    .split(' ')
    .map(keyOf);
export const HOOK_TAILS: readonly string[] = ['hookadditionalcontext', 'hookblockingerror', 'hooksuccess', 'hookerror'];
