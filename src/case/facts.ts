import { stringAt } from '../base/json.ts';
import { compareText } from '../base/order.ts';
import { byVersion } from '../hosts/version.ts';
import type { Case, CaseFacts, TimelineEvent } from './model.ts';
import { recordsOf, type Streams } from './streams.ts';
import type { Telling } from './tell/scene.ts';

export function factsOf(timeline: readonly TimelineEvent[], tellings: readonly Telling[], copied: number): CaseFacts {
  let humans = 0;
  let notices = 0;
  let peers = 0;
  let returns = 0;
  for (const event of timeline) {
    if (event.kind === 'prompt' && isHuman(event)) humans += 1;
    else if (event.kind === 'notice' && event.noticeType === 'task-notification') notices += 1;
    else if (event.kind === 'message' && event.direction === 'received') peers += 1;
    else if (event.kind === 'return') returns += 1;
  }
  return {
    humans,
    notices,
    peers,
    replies: tellings.reduce((sum, telling) => sum + telling.replies.size, 0),
    returns,
    copied,
    unknownRecords: tellings.reduce((sum, telling) => sum + telling.unknownRecords, 0),
  };
}

/** A person's own words; an echo of a local command is not, whatever was typed behind it. */
function isHuman(event: TimelineEvent): boolean {
  return (
    event.texts.some(({ origin }) => HUMAN.has(origin.channel)) &&
    !event.texts.some(({ origin }) => origin.channel === 'command')
  );
}

const HUMAN: ReadonlySet<string> = new Set(['typed', 'caller', 'queued']);

/** Names that the records give: for `tree --ids` and links between cases. */
export function idsOf(streams: Streams): Pick<Case, 'entrypoint' | 'hostVersions' | 'ids'> {
  const sessionIds = new Set<string>();
  const cwds = new Set<string>();
  const versions = new Set<string>();
  let entrypoint: string | undefined;
  let forkedFrom: string | undefined;
  for (const stream of streams.all) {
    for (const record of recordsOf(stream)) {
      if (record.sessionId !== undefined) sessionIds.add(record.sessionId);
      if (record.cwd !== undefined) cwds.add(record.cwd);
      if (record.version !== undefined) versions.add(record.version);
      entrypoint ??= stringAt(record.raw, 'entrypoint');
      // A forked session copies its original's replies and names it there. [FACTS section 5]
      if (stream.source === 'root' && record.type === 'assistant')
        forkedFrom ??= stringAt(record.raw, 'requestSessionId');
    }
  }
  const projectFolders = new Set<string>();
  for (const file of streams.files) if (file.projectFolder !== undefined) projectFolders.add(file.projectFolder);
  return {
    hostVersions: [...versions].sort(byVersion),
    ...(entrypoint === undefined ? {} : { entrypoint }),
    ids: {
      sessionIds: [...sessionIds].sort(compareText),
      projectFolders: [...projectFolders].sort(compareText),
      cwds: [...cwds].sort(compareText),
      ...(forkedFrom === undefined || forkedFrom === streams.root.agent ? {} : { forkedFrom }),
    },
  };
}
