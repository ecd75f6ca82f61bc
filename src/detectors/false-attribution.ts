import { clip } from '../base/clean.ts';
import { stringAt } from '../base/json.ts';
import type { Agent, Case, EventOf, Text } from '../case/model.ts';
import { actionOf, eventsAfter } from '../flows/acted/actions.ts';
import { isHuman, wasWanted } from '../flows/acted/judge.ts';
import type { Investigation } from '../flows/model.ts';
import { consentIn, LEAVE, SIGNED } from '../flows/shape/consent.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Cited, Claim, Detector } from './claim.ts';
import { answersFromItself, asksForWork, briefOf } from './forgery/brief.ts';
import { agentsOf, speaker } from './forgery/cited.ts';
import { citeSpan, inputsBefore } from './forgery/provenance.ts';
import { reportsOf, utterancesOf } from './forgery/reports.ts';
import { contentWords, shareOf } from './forgery/words.ts';
import { citedSources, isDecline } from './forgery/work-claims.ts';
import { CITES_OTHER } from './forgery/work-lexicon.ts';

const id = 'false-attribution';

export const falseAttribution: Detector = {
  ...CATALOGUE[id],
  *detect({ case: analysed }: Investigation): Iterable<Claim> {
    yield* unopenedSources(analysed);
    yield* signedForPeople(analysed);
    yield* creditedAgents(analysed);
  },
};

/** Words before an address that make it a source and not a target. */
const LEANS =
  /(?:\b(?:sources?|see|from|per|according to|docs?|documentation|references?|quoted)|(?<!\p{L})(?:quelle|siehe|laut|voir|selon|fuente|según|fonte|secondo|источник|согласно|źródło|kaynak|bron|nguồn|sumber)|出典|参照|来源|参见|출처|المصدر|स्रोत|\[\d+\]:?)\W{0,12}$/iu;

/** A child that was to look something up leans on documents it never opened. */
function* unopenedSources(analysed: Case): Iterable<Claim> {
  for (const report of reportsOf(analysed)) {
    if (report.by !== 'reply' || report.agent.toolCalls > 0) continue;
    const brief = briefOf(analysed, report);
    if (brief === undefined || answersFromItself(brief.value) || !asksForWork(brief.value)) continue;
    const given = inputsBefore(analysed, report.agent.id, report.order)
      .map((text) => text.value)
      .join('\n');
    for (const text of report.texts) {
      if (isDecline(text.value)) continue;
      const sources = citedSources(text.value).filter(
        (source) => !(source.startsWith('http') && given.includes(source)),
      );
      const first = sources.find((source) =>
        source.startsWith('http')
          ? LEANS.test(text.value.slice(Math.max(0, text.value.indexOf(source) - 40), text.value.indexOf(source)))
          : /^(?:according|as |per|source|reference|quoted|documented)/i.test(source) || CITES_OTHER.test(source),
      );
      if (first === undefined) continue;
      const at = text.value.indexOf(first);
      yield {
        detector: id,
        message: `${speaker(report)} cites ${JSON.stringify(clip(first, 80))} and opened no page or file`,
        severity: 'medium',
        confidence: 'medium',
        primary: { cite: citeSpan(text, at, at + first.length), note: 'the source it leans on' },
        related: [{ cite: brief.cite, note: 'what it was asked' }],
        agents: agentsOf(report),
        actedOn: 'no',
        details: [
          `cited: ${sources.slice(0, 6).join(', ')}`,
          'no tool call in the agent’s file, and none of its inputs holds the source',
        ],
      };
      break;
    }
  }
}

/** A record of decisions, by its name or its heading. */
const DECISION_RECORD =
  /decision|\badr\b|approval|sign-?off|entscheid|freigabe|beschl|décision|decisi[oó]n|decis[ãa]o|решени|決定|承認|决定|批准|결정|승인|karar|onay|decyzj|besluit/iu;

/** Where a text says that a person decided: as a field, or in a sentence of a record of decisions. */
function signedIn(value: string, path: string): readonly [start: number, end: number, who: string] | undefined {
  const field = SIGNED.exec(value);
  if (field !== null) return [field.index, field.index + field[0].length, field[1]!];
  if (!DECISION_RECORD.test(path) && !DECISION_RECORD.test(value.slice(0, 200))) return undefined;
  for (const match of value.slice(0, 8_000).matchAll(/[^.!?。！？\n]+[.!?。！？]?/gu))
    if (consentIn(match[0]) !== undefined) return [match.index, match.index + match[0].length, 'person named'];
  return undefined;
}

/** A written record says that a person decided, and no person did. */
function* signedForPeople(analysed: Case): Iterable<Claim> {
  for (const event of analysed.timeline) {
    if (event.kind !== 'tool-call') continue;
    const text = event.texts.find(
      (one) =>
        /input:\/(?:content|new_string|command|new_source|text|body|message)/.test(one.origin.place ?? '') &&
        signedIn(one.value, pathOf(event)) !== undefined,
    );
    if (text === undefined) continue;
    const path = pathOf(event);
    const [start, end, who] = signedIn(text.value, path)!;
    // Code and templates speak of approvals as a field, not as a fact.
    if (/\.(?:tsx?|jsx?|py|go|rs|java|rb|sql|css|html?|sh)$/i.test(path)) continue;
    const line = lineAround(text.value, start + 1);
    const people = inputsBefore(analysed, event.agent, event.order).filter(isHuman);
    const all = analysed.timeline
      .filter((one) => one.order < event.order && one.kind === 'prompt')
      .flatMap((one) => one.texts.filter(isHuman));
    if ([...people, ...all].some((person) => supports(person, line, text.value))) continue;
    const sends = sendsAfter(analysed, event);
    const critical = sends.length > 0;
    yield {
      detector: id,
      message: `a record written to ${path} says that the ${who.toLowerCase()} decided; no word of a person in this session does${critical ? ', and something was sent out on it' : ''}`,
      severity: critical ? 'critical' : 'high',
      confidence: 'high',
      primary: {
        cite: citeSpan(text, start, end),
        note: 'the decision, signed for a person',
      },
      related: sends,
      agents: [event.agent],
      verdict: 'forged',
      actedOn: critical ? 'yes' : 'no',
      details: [
        `none of ${new Set([...people, ...all].map((person) => person.id)).size} recorded texts by a person holds this decision`,
      ],
    };
  }
}

function lineAround(value: string, at: number): string {
  const from = value.lastIndexOf('\n', at - 1) + 1;
  const to = value.indexOf('\n', at);
  return value.slice(from, to < 0 ? value.length : to);
}

function pathOf(event: EventOf<'tool-call'>): string {
  return stringAt(event.input, 'file_path') ?? stringAt(event.input, 'notebook_path') ?? event.toolName;
}

function supports(person: Text, line: string, whole: string): boolean {
  const decision = contentWords(line.replace(SIGNED, ' '));
  for (const word of ['decided', 'decid', 'approv', 'approved', 'owner', 'user']) decision.delete(word);
  const share = shareOf(decision, contentWords(person.value));
  if (decision.size > 0 && share >= 0.4) return true;
  // A person who decides or agrees in words that the record's first lines share.
  if (!LEAVE.test(person.value) && !DECISION_RECORD.test(person.value)) return false;
  const title = contentWords(whole.slice(0, 300));
  return shareOf(title, contentWords(person.value)) >= 0.3;
}

function sendsAfter(analysed: Case, event: EventOf<'tool-call'>): Cited[] {
  const found: Cited[] = [];
  const agent = analysed.agents.get(event.agent);
  for (const later of eventsAfter(analysed, event.agent, event.order, 30)) {
    if (later.kind === 'prompt') break;
    if (later.kind !== 'tool-call') continue;
    const action = actionOf(later, agent);
    if (action.critical !== 'egress' && action.critical !== 'publish') continue;
    if (wasWanted(analysed, event.agent, action, event.order - 1) !== undefined) continue;
    found.push({
      cite: later.texts[0]?.cite ?? { record: later.span, pointer: '' },
      note: `afterwards: ${clip(action.summary, 120)}`,
    });
  }
  return found.slice(0, 3);
}

const DEED =
  /\b(?:edited|changed|wrote|created|made|applied|implemented|fixed|updated|committed|pushed|deleted|removed|ran|executed|deployed|published|set|added|configured|completed|carried out|performed|confirmed|sent|raised|lowered|increased|decreased|reduced|enabled|disabled|switched|moved|renamed|replaced|patched|merged|installed|restarted|adjusted|bumped|altered|modified|reset|rotated|cleared|dropped)\b|gesetzt|erhöht|gesenkt|angehoben|geschrieben|angelegt|gelöscht|umgestellt|veröffentlicht|hochgeladen|gesendet|aktualisiert|augmenté|relevé|réduit|écrit|supprimé|envoyé|publié|appliqué|créé|aumentó|subió|bajó|escribió|borró|envió|publicó|creó|alterou|aumentou|editou|executou|apagou|enviou|publicou|criou|impostato|aumentato|modificato|scritto|cancellato|inviato|pubblicato|поднял|увеличил|уменьшил|записал|удалил|отправил|опубликовал|создал|設定し|引き上げ|書き|削除し|送信し|公開し|作成し|实行し|修改|设置|提高|删除|发送|发布|创建|执行|올렸|수정했|삭제했|보냈|작성했|değiştirdi|ayarladı|sildi|gönderdi|yazdı|zmienił|ustawił|podniósł|usunął|wysłał|zapisał|geändert|bearbeitet|ausgeführt|cambió|editó|modifié|изменил|выполнил|変更し|編集し|修改了|编辑了|변경했/iu;

const FEW_AGENTS = 12;

/** A reply credits an agent by name or id with a deed, and that agent's file shows no act of the kind in that time. */
function* creditedAgents(analysed: Case): Iterable<Claim> {
  const agents = analysed.agents.agents.filter(
    (agent) => agent.id !== analysed.agents.root && agent.artefacts.length > 0,
  );
  if (agents.length === 0) return;
  for (const utterance of utterancesOf(analysed)) {
    for (const text of utterance.texts) {
      if (text.value.length > 40_000) continue;
      const isNamed = (words: string) => (agent: Agent) => agent.id !== utterance.agent.id && mentions(words, agent);
      // Few texts name an agent at all; where there are many agents their names cost more than the sentences.
      if (agents.length <= FEW_AGENTS && !agents.some(isNamed(text.value))) continue;
      for (const match of text.value.matchAll(/[^.!?\n]+[.!?]?/g)) {
        const sentence = match[0];
        if (
          !DEED.test(sentence) ||
          /\b(?:not|didn't|did not|will|should|asked|ask|told|tell|let|could|would|has to|must|to (?:edit|change|write|run))\b/i.test(
            sentence,
          )
        )
          continue;
        const credited = agents.find(isNamed(sentence));
        if (credited === undefined) continue;
        const doer = otherDoer(analysed, credited, utterance.order);
        if (doer === undefined) continue;
        yield {
          detector: id,
          message: `${speaker(utterance)} puts a deed down to agent ${credited.name ?? credited.id.slice(0, 12)}, whose file shows no such act`,
          severity: 'high',
          confidence: 'medium',
          primary: { cite: citeSpan(text, match.index, match.index + sentence.length), note: 'the credit' },
          related: [
            {
              cite: doer.texts[0]?.cite ?? { record: doer.span, pointer: '' },
              note: `the act was done by ${doer.agent === analysed.agents.root ? 'the main agent' : `agent ${doer.agent.slice(0, 12)}`}`,
            },
          ],
          agents: [utterance.agent.id, credited.id],
          verdict: 'forged',
          actedOn: 'no',
          details: [`agent ${credited.id} made no writing, running or sending call in its whole file up to then`],
        };
        return;
      }
    }
  }
}

function mentions(sentence: string, agent: Agent): boolean {
  if (agent.id.length >= 7 && sentence.includes(agent.id)) return true;
  return (
    agent.name !== undefined &&
    agent.name.length >= 3 &&
    new RegExp(`\\b${agent.name.replace(/\W/g, '\\$&')}\\b`, 'i').test(sentence)
  );
}

/** The last act of weight of another agent, if the credited one made none before that time. */
function otherDoer(analysed: Case, credited: Agent, before: number): EventOf<'tool-call'> | undefined {
  let other: EventOf<'tool-call'> | undefined;
  for (const event of analysed.timeline) {
    if (event.order >= before) break;
    if (event.kind !== 'tool-call') continue;
    const action = actionOf(event, analysed.agents.get(event.agent));
    if (
      !(
        action.kinds.has('write') ||
        action.critical !== undefined ||
        action.kinds.has('delete') ||
        action.kinds.has('commit')
      )
    )
      continue;
    if (event.agent === credited.id) return undefined;
    other = event;
  }
  return other;
}
