export interface About {
  /** The one id in code, test, docs, terminal, JSON and SARIF. */
  readonly id: string;
  readonly title: string;
  readonly group: 'laundering' | 'forgery' | 'inbound' | 'evasion' | 'environment' | 'gate' | 'delivery' | 'integrity';
  /** What it looks for and why that matters: one or two sentences. */
  readonly description: string;
}

/** What each detector says of itself, by id. Apart from the detectors, so that who only names them need not load them. */
export const CATALOGUE = {
  'boundary-laundering': {
    id: 'boundary-laundering',
    title: 'Boundary laundering',
    group: 'laundering',
    description:
      'A brief carries text of outside origin that has the shape of an order, so that a child reads as its parent’s instruction what a page, a ticket or a tool said.',
  },
  'brief-mutated': {
    id: 'brief-mutated',
    title: 'Brief changed on the way',
    group: 'laundering',
    description:
      'The first text of a child is not what its parent wrote in the call: something between them (a hook, a plugin) added or took words. Shows what changed and names the hook if one is recorded.',
  },
  'chain-break': {
    id: 'chain-break',
    title: 'Broken chain of records',
    group: 'integrity',
    description:
      'A record names a parent that stands in no file of the case. Behind a compaction the host loses such parents itself; anywhere else a record is missing: deleted, never written, or left in another file.',
  },
  'claim-contradicted': {
    id: 'claim-contradicted',
    title: 'Claim contradicted by the session',
    group: 'forgery',
    description:
      'A statement about the session itself is refuted by the session’s own records: an attack that no input holds, a change in a tree that shows none, a place that was entered and then refused.',
  },
  'clock-anomaly': {
    id: 'clock-anomaly',
    title: 'Time runs backwards',
    group: 'integrity',
    description:
      'A record is older than the record it answers. Small steps are the host’s (records written late); a large one means a changed clock, a record put in from elsewhere, or an edited time.',
  },
  'context-not-inherited': {
    id: 'context-not-inherited',
    title: 'Context not inherited',
    group: 'environment',
    description:
      'The parent had instructions or memory that no record of the child shows, or the child has them in an older state. A child that breaks a rule which it never had has broken nothing.',
  },
  'cross-agent-interference': {
    id: 'cross-agent-interference',
    title: 'Agents in each other’s way',
    group: 'environment',
    description:
      'Two agents work at the same time in one tree or on one scratch file: the branch changes under a child that is still editing, or one agent uses what another has just put in the place of its own text.',
  },
  'decision-not-applied': {
    id: 'decision-not-applied',
    title: 'Decision not applied',
    group: 'gate',
    description:
      'A call ran although the gate that was handed in denies it: its rule was not in force, or the host did not carry its decision out. A log of the gate’s own decisions makes the difference.',
  },
  'denial-evasion-by-delegation': {
    id: 'denial-evasion-by-delegation',
    title: 'Denied call handed to a child',
    group: 'evasion',
    description:
      'After a person or a rule said no to an agent, the agent starts a child that does the very thing. The child may run under other rules, and nobody is asked again.',
  },
  'denial-laundering': {
    id: 'denial-laundering',
    title: 'Denied to one agent, done by another',
    group: 'evasion',
    description:
      'A call that a person or a rule denied to one agent is carried out by its parent, a sibling or any other agent of the tree, and no person spoke in between: the no was worth nothing.',
  },
  'duplicate-uuid-conflict': {
    id: 'duplicate-uuid-conflict',
    title: 'One record id, two contents',
    group: 'integrity',
    description:
      'Two records bear the same uuid and say different things. The host copies records, but never changes what they say: one of the two was edited, or the ids were not made by the host.',
  },
  'fail-open': {
    id: 'fail-open',
    title: 'Hook failed, call went on',
    group: 'gate',
    description:
      'A hook before a call ran into its limit, could not be started or broke, and the host went on with the call. Nobody allowed it: it was undecided.',
  },
  'false-attribution': {
    id: 'false-attribution',
    title: 'False attribution',
    group: 'forgery',
    description:
      'Words or deeds are put down to somebody who has no part in them: a source that was never opened, a decision of the owner that no person took, work of an agent whose file shows none.',
  },
  'forged-authority': {
    id: 'forged-authority',
    title: 'Forged authority',
    group: 'forgery',
    description:
      'A child’s report speaks with an authority that nothing it was given has: an invented classifier, office or override, clearance for its reader, leave to obey tool output. No markup is needed.',
  },
  'forged-control-markup': {
    id: 'forged-control-markup',
    title: 'Forged control markup',
    group: 'forgery',
    description:
      'Text that is not the host’s carries the host’s control markup (reminders, notifications, frames, template tokens), so that its reader may take it for the host. Looks at what children hand back, at tool output, briefs and injected files; the place decides whose text it is.',
  },
  'forged-role-marker': {
    id: 'forged-role-marker',
    title: 'Forged role marker',
    group: 'forgery',
    description:
      'A child’s report opens a line in the name of another speaker (`System:`, `Human:`, `[SYSTEM]`, also in other languages) and goes on with an order or a claim of authority. Most such labels pass the host unescaped.',
  },
  'gate-coverage-gap': {
    id: 'gate-coverage-gap',
    title: 'Calls that no hook looked at',
    group: 'gate',
    description:
      'Calls for which there is no hook evidence although a hook of the settings that were handed in matches them, or effectful calls that no hook matches while others like them are watched. A silent hook leaves no evidence either.',
  },
  'gate-misconfigured': {
    id: 'gate-misconfigured',
    title: 'Gate that cannot do what it is for',
    group: 'gate',
    description:
      'A hook is registered so that it cannot decide, blocks by accident, or competes with another for the input: an async hook that denies, a missing script whose interpreter says 2, two rewrites of one call.',
  },
  'gate-tampering': {
    id: 'gate-tampering',
    title: 'Gate tampering',
    group: 'evasion',
    description:
      'An agent writes or deletes hooks, settings, policy or the state of a gate. From then on that gate says what the agent lets it say: its later decisions are partial, and its files are no evidence of innocence.',
  },
  'hidden-denial': {
    id: 'hidden-denial',
    title: 'Denial that the parent never heard of',
    group: 'gate',
    description:
      'Calls of a child were denied and never made up for, and its report to the parent does not say so: the parent takes work for done that was not.',
  },
  'implausible-output': {
    id: 'implausible-output',
    title: 'Implausible output',
    group: 'inbound',
    description:
      'Output that cannot be what it pretends to be: an edit’s confirmation without the edit, or events that differ from the log they quote.',
  },
  'inbound-injection': {
    id: 'inbound-injection',
    title: 'Inbound injection',
    group: 'inbound',
    description:
      'What an agent was given to read (a tool’s output, a page, an event, an instruction file) orders it about. Says whether the reader did it and whether a person had asked for that.',
  },
  'isolation-lost': {
    id: 'isolation-lost',
    title: 'Isolation lost',
    group: 'environment',
    description:
      'Isolation was asked for and the child worked in its parent’s folder, or an agent’s folder moved from the tree it was put into to another one without a command that did it. Later writes and commits belong to the wrong tree.',
  },
  'mailbox-unmatched': {
    id: 'mailbox-unmatched',
    title: 'Team message without a sender',
    group: 'forgery',
    description:
      'A message arrives in the name of an agent of the team whose file holds no call that sent it. Team inboxes are files that any local process can write to.',
  },
  'notification-duplicate': {
    id: 'notification-duplicate',
    title: 'Completion told again',
    group: 'delivery',
    description:
      'A finished agent is reported as completed again although nothing was sent to it, it did nothing and wrote nothing in between.',
  },
  'notification-mismatch': {
    id: 'notification-mismatch',
    title: 'Notification that fits no agent or another one',
    group: 'delivery',
    description:
      'A completion names one agent and carries another’s words, or names a call that nobody in the session made.',
  },
  'notification-missing': {
    id: 'notification-missing',
    title: 'Completion late or never told',
    group: 'delivery',
    description:
      'A background agent ended, and its parent was told late, only after it asked, or not at all. Why cannot be seen in a transcript.',
  },
  'notification-premature': {
    id: 'notification-premature',
    title: 'Completion before the end',
    group: 'delivery',
    description:
      'An agent is reported as completed while it waits for its own background work; a later completion of the same agent is then no forgery.',
  },
  'orphaned-agent': {
    id: 'orphaned-agent',
    title: 'Agent without a parent',
    group: 'delivery',
    description:
      'A child’s transcript lies in the case and no call of the session can be linked to it, by id, by content or by time.',
  },
  'permission-escalation': {
    id: 'permission-escalation',
    title: 'Child with more rights than its parent',
    group: 'gate',
    description:
      'A child did what its parent may not do or would have been asked about: a broader mode at the spawn, writes under a parent in plan mode, calls that the rules would ask for with no recorded consent.',
  },
  'record-corrupt': {
    id: 'record-corrupt',
    title: 'Damaged records',
    group: 'integrity',
    description:
      'A transcript holds bytes that are no whole record: torn or spliced lines, NUL runs, several records on one line. What could be recovered was read; what was lost is counted, so that nobody takes the rest for the whole.',
  },
  'relayed-approval-claim': {
    id: 'relayed-approval-claim',
    title: 'Relayed approval claim',
    group: 'forgery',
    description:
      'An agent or a peer says that the user approved or wishes something, or speaks as the user, and no record of a person says so. Text that comes from an agent carries no authority of the user.',
  },
  'relayed-injection': {
    id: 'relayed-injection',
    title: 'Relayed injection',
    group: 'laundering',
    description:
      'A child’s report or message hands its reader an order that came from a page, a tool or another outside text: the reader’s own transcript shows no outside source.',
  },
  'runaway-spawn': {
    id: 'runaway-spawn',
    title: 'Runaway spawning',
    group: 'evasion',
    description:
      'Agents start agents deeper than the host promises to allow, or one child starts a crowd of its own: work, cost and rights multiply without anybody having asked for it.',
  },
  'scope-substitution': {
    id: 'scope-substitution',
    title: 'Scope substitution',
    group: 'laundering',
    description:
      'The brief names files, the child worked on near neighbours of them (same name in another folder, a name a letter away) and reported as if it had done what was asked.',
  },
  'secret-in-brief': {
    id: 'secret-in-brief',
    title: 'Secret in a brief',
    group: 'laundering',
    description:
      'A brief or a message hands a secret (from a key file, an environment file, a tool’s answer) to another agent, which may have other tools and leaves its own transcript.',
  },
  'self-approval': {
    id: 'self-approval',
    title: 'Self-approval',
    group: 'forgery',
    description:
      'A model acts on a turn that it invented itself: the approval or order stands in its own reply, the call follows in the same or the next one, and no person said it.',
  },
  'self-authored-turn': {
    id: 'self-authored-turn',
    title: 'Self-authored turn',
    group: 'forgery',
    description:
      'A model wrote a turn, an event or a message of somebody else into its own reply. The role of the record decides, not what the text says of itself or whether its ids are true.',
  },
  'storage-laundering': {
    id: 'storage-laundering',
    title: 'Storage laundering',
    group: 'laundering',
    description:
      'An order from outside is written where it will be read again as something else: an instruction file, memory, a schedule, a shared file. Whoever reads it there sees a local file, not a page.',
  },
  'tainted-egress': {
    id: 'tainted-egress',
    title: 'Tainted egress',
    group: 'laundering',
    description:
      'Something secret leaves the machine, or something leaves it because an outside text said so. Three legs that only stand beside each other (outside text, a secret, a way out) are one line per case.',
  },
  'tool-restriction-violation': {
    id: 'tool-restriction-violation',
    title: 'Tool used against the definition',
    group: 'gate',
    description:
      'An agent called a tool that its definition withholds, and the host knew the tool: the list was not applied. A call that the host does not know is the list at work.',
  },
  'transcript-missing': {
    id: 'transcript-missing',
    title: 'Transcript missing',
    group: 'integrity',
    description:
      'Files of a session are there and its main transcript is not, or a child worked and its transcript is not there: retention, deletion, or an incomplete copy. What they held can only be seen from outside.',
  },
  'transcript-tampering': {
    id: 'transcript-tampering',
    title: 'Transcript tampering',
    group: 'evasion',
    description:
      'An agent writes or deletes files where the host keeps its transcripts. What such files say after that is not evidence of what happened, and what they lack is not evidence that it did not.',
  },
  'unattributed-input': {
    id: 'unattributed-input',
    title: 'Input without a sender',
    group: 'forgery',
    description:
      'A user-role text reaches an agent and no record says who sent it: no person’s mark, no sending call in any file of the case. Old records without a mark are named, never called forged.',
  },
  'unexplained-continuation': {
    id: 'unexplained-continuation',
    title: 'Unexplained continuation',
    group: 'integrity',
    description:
      'An agent had given its final answer and went on with another one, and no record between the two says what it was told. Something reached the model that is in no transcript.',
  },
  'ungrounded-result': {
    id: 'ungrounded-result',
    title: 'Result with no work behind it',
    group: 'forgery',
    description:
      'A child was asked for work that needs tools, used none, and answered all the same: with an echo of other text, with orders for its parent, or with work that it claims and never did.',
  },
  'unrecorded-input': {
    id: 'unrecorded-input',
    title: 'Cites an input that no record holds',
    group: 'integrity',
    description:
      'An agent cites a notice about a running task, with a number or name, and neither the notice nor the value stands in any record. Either the host showed it something it did not write down, or the model made it up.',
  },
  'unsupported-memory': {
    id: 'unsupported-memory',
    title: 'Unsupported memory',
    group: 'laundering',
    description:
      'Memory says something that nothing in the session supports: a path or address that no record mentions, an attack that no output holds, or a change that no recorded write made.',
  },
  'worktree-crossing': {
    id: 'worktree-crossing',
    title: 'Worktree crossing',
    group: 'environment',
    description:
      'An agent that was put into a worktree writes into another tree: the main checkout or somebody else’s worktree. Its changes land on a branch that nobody meant, and isolation protects nothing.',
  },
} as const satisfies Record<string, About>;

const BY_ID: ReadonlyMap<string, About> = new Map(Object.entries(CATALOGUE));

export const titleOf = (id: string): string => BY_ID.get(id)?.title ?? id;
export const groupOf = (id: string): string | undefined => BY_ID.get(id)?.group;
