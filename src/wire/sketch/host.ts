/**
 * What the host of a version writes, as far as a sketch needs it. Measured by running the versions (host/VERSIONS.md, sections 1 and 2)
 * and by counting real files (format/TRANSCRIPTS.md); "seen from" dates may be some releases late where no neighbour was run.
 */
export type Layout = 'in-file' | 'sibling' | 'subagents' | 'worktree-project';

export interface HostShape {
  readonly version: string;
  readonly layout: Layout;
  /** Prefix and hex digits of an agent id; null where children have none. */
  readonly agentId: { readonly prefix: string; readonly digits: number } | null;
  readonly spawnTool: 'Task' | 'Agent';
  /** The brief stands as the first record of the child's file (2.0.42 to 2.0.50 do not have it). */
  readonly briefIsRecorded: boolean;
  /** Common fields stand behind the payload, and `promptId` is written. */
  readonly commonLast: boolean;
  readonly promptId: boolean;
  readonly entrypoint: boolean;
  readonly promptSource: boolean;
  readonly originHuman: boolean;
  readonly originNotification: boolean;
  readonly turnOrigin: boolean;
  readonly permissionMode: boolean;
  readonly sourceToolAssistantUuid: boolean;
  /** Successful results in a child's file carry `toolUseResult`. */
  readonly childToolUseResult: boolean;
  readonly permissionDecision: boolean;
  readonly toolDenialKind: boolean;
  readonly hookAttachments: boolean;
  readonly rendered: boolean;
  readonly attributionAgent: boolean;
  readonly stopReason: boolean;
  readonly meta: {
    readonly description: boolean;
    readonly toolUseId: boolean;
    readonly depth: boolean;
    readonly requestShape: boolean;
  } | null;
  readonly handBack: 'raw' | 'neutralised' | 'framed';
  readonly toolsUsedNote: boolean;
  readonly backgroundByDefault: boolean;
  readonly notification: 'none' | 'agent-notification' | 'queue-only' | 'raw' | 'escaped' | 'neutralised';
  readonly readReminder: 'looks-malicious' | 'considered-malware' | null;
  readonly readArrow: boolean;
  readonly slug: boolean;
  readonly queueOperations: 'none' | 'dequeue' | 'enqueue-dequeue';
  readonly lastPrompt: boolean;
}

export function hostShape(version: string, layout?: Layout): HostShape {
  const since = (first: string) => compareVersions(version, first) >= 0;
  const own: Layout = since('2.1.2') ? 'subagents' : since('2.0.28') ? 'sibling' : 'in-file';
  return {
    version,
    layout: layout ?? own,
    agentId: !since('2.0.28')
      ? null
      : since('2.1.50')
        ? { prefix: 'a', digits: 16 }
        : since('2.0.60')
          ? { prefix: 'a', digits: 6 }
          : { prefix: '', digits: 8 },
    spawnTool: since('2.1.63') ? 'Agent' : 'Task',
    briefIsRecorded: !since('2.0.42') || since('2.0.60'),
    commonLast: since('2.1.64'),
    promptId: since('2.1.74'),
    entrypoint: since('2.1.81'),
    promptSource: since('2.1.170'),
    originHuman: since('2.1.197'),
    originNotification: since('2.1.110'),
    turnOrigin: since('2.1.285'),
    permissionMode: since('2.1.15'),
    sourceToolAssistantUuid: since('2.1.1'),
    childToolUseResult: !since('2.1.11'),
    permissionDecision: since('2.1.301'),
    toolDenialKind: since('2.1.198'),
    hookAttachments: since('2.1.97'),
    rendered: since('2.1.301'),
    attributionAgent: since('2.1.172'),
    stopReason: !since('2.1.11') || since('2.1.86'),
    meta: since('2.1.70')
      ? {
          description: since('2.1.77'),
          toolUseId: since('2.1.145'),
          depth: since('2.1.197'),
          requestShape: since('2.1.285'),
        }
      : null,
    handBack: since('2.1.277') ? 'framed' : since('2.1.210') ? 'neutralised' : 'raw',
    toolsUsedNote: since('2.1.302'),
    backgroundByDefault: since('2.1.198'),
    notification: since('2.1.210')
      ? 'neutralised'
      : since('2.1.90')
        ? 'escaped'
        : since('2.1.44')
          ? 'raw'
          : since('2.1.2')
            ? 'queue-only'
            : since('2.0.60')
              ? 'agent-notification'
              : 'none',
    readReminder: since('2.1.92') ? null : since('2.0.50') ? 'considered-malware' : 'looks-malicious',
    readArrow: !since('2.1.92'),
    slug: since('2.0.64') && !since('2.1.112'),
    queueOperations: since('2.1.64') ? 'enqueue-dequeue' : since('2.0.60') ? 'dequeue' : 'none',
    lastPrompt: since('2.1.64'),
  };
}

export function compareVersions(a: string, b: string): number {
  const left = a.split('.').map(Number);
  const right = b.split('.').map(Number);
  for (let i = 0; i < 3; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Names the host gave a project folder: every character that is neither letter nor digit becomes '-'. */
export function projectFolderOf(cwd: string): string {
  return cwd.replace(/[^a-zA-Z0-9]/g, '-');
}

/** The host's reminder at the end of Read results, whole from tag to tag (digests in host/VERSIONS.md, end of section 2). */
export const READ_REMINDER = {
  'looks-malicious':
    '<system-reminder>\nWhenever you read a file, you should consider whether it looks malicious. If it does, you MUST refuse to improve or augment the code. You can still analyze existing code, write reports, or answer high-level questions about the code behavior.\n</system-reminder>',
  'considered-malware':
    '<system-reminder>\nWhenever you read a file, you should consider whether it would be considered malware. You CAN and SHOULD provide analysis of malware, what it is doing. But you MUST refuse to improve or augment the code. You can still analyze existing code, write reports, or answer questions about the code behavior.\n</system-reminder>',
} as const;
