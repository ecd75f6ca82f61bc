import { stringAt } from '../../base/json.ts';
import type { TranscriptRecord } from '../../wire/record.ts';
import { timeOf } from '../calls.ts';
import type { AgentDraft } from '../roster.ts';
import type { Stream } from '../streams.ts';
import { tellAttachment } from './attachment.ts';
import { Drafts } from './draft.ts';
import { tellOther, tellProgress, tellQueue, tellSystem } from './notes.ts';
import { tellPrompt } from './prompt.ts';
import { readQueue } from './queue.ts';
import { tellReply } from './reply.ts';
import { tellResult } from './result.ts';
import type { Scene, Telling } from './scene.ts';

/** Tells one agent's records as events, in file order: one event per content block, with its texts cut by origin. */
export function tellStream(scene: Scene, self: AgentDraft, stream: Stream): Telling {
  const first = stream.segments.find(({ records }) => records.length > 0)?.records[0];
  const telling: Telling = {
    scene,
    self,
    drafts: new Drafts(self.id),
    name: self.id,
    version: scene.version,
    briefed: false,
    headless: first?.type === 'queue-operation',
    queue: readQueue(stream),
    requests: new Map(),
    replies: new Set(),
    unknownRecords: 0,
  };
  for (const { name, records } of stream.segments) {
    telling.name = name;
    for (const record of records) {
      telling.version = record.version ?? telling.version;
      tellRecord(telling, record);
    }
  }
  return telling;
}

function tellRecord(telling: Telling, record: TranscriptRecord): void {
  switch (record.type) {
    case 'user':
      for (let index = 0; index < record.blocks.length; index += 1) {
        const block = record.blocks[index]!;
        if (block.kind === 'tool-result') tellResult(telling, record, block, index);
        else if (block.kind === 'text') tellPrompt(telling, record, block, index);
      }
      return;
    case 'assistant':
      tellReply(telling, record);
      return;
    case 'attachment':
      tellAttachment(telling, record);
      return;
    case 'system':
      tellSystem(telling, record);
      return;
    case 'queue-operation':
      tellQueue(telling, record);
      return;
    case 'progress':
      tellProgress(telling, record);
      return;
    case 'other': {
      const request = record.recordType === 'api-request' ? stringAt(record.raw, 'id') : undefined;
      if (request !== undefined) telling.requests.set(request, { line: record.span.line, time: timeOf(record) });
      tellOther(telling, record);
    }
  }
}
