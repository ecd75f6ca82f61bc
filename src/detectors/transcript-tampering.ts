import type { Investigation } from '../flows/model.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { askedByPerson, effectFor, isTranscriptPlace, touchedBy } from './evasion/places.ts';
import { agentName, cited, judgedCalls } from './gate/calls.ts';

const id = 'transcript-tampering';
const ABOUT =
  /\b(?:transcripts?|session (?:files?|logs?)|sessions?|history|\.jsonl|projects folder)\b|トランスクリプト|履歴|セッション|会话|记录|transcripci|historial|Protokoll|Verlauf|Sitzung|historique|transcription|기록|세션|стенограмм|истори|сесси/iu;

export const transcriptTampering: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within }: Investigation): Iterable<Claim> {
    for (const judged of judgedCalls(within)) {
      const touched = touchedBy(judged).find(({ path }) => isTranscriptPlace(path));
      if (touched === undefined) continue;
      const asked = askedByPerson(within, effectFor(judged.call, touched), ABOUT);
      const own = touched.path.includes(within.id);
      yield {
        detector: id,
        message: `${agentName(within, judged.call.agent)} has ${touched.how} ${own ? 'the transcript of its own session' : `a transcript: ${touched.path}`}${asked ? ', as a person asked' : ''}`,
        severity: asked ? 'low' : touched.how === 'deleted' || own ? 'high' : 'medium',
        confidence: 'high',
        primary: cited(judged.call, `${touched.how}: ${touched.path}`),
        related: [],
        agents: [judged.call.agent],
        details: [
          asked ? 'a person had asked for a change of this kind' : 'no person of the session asked for it',
          own
            ? 'this very file is part of the evidence of this report'
            : 'where that file is part of this run, compare it with copies from elsewhere',
        ],
      };
    }
  },
};
