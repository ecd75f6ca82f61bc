import { stringAt } from '../../base/json.ts';
import type { Case, EventOf, Text } from '../../case/model.ts';
import { isAbsolute, isUnder } from '../../flows/policy/paths.ts';
import type { Claim } from '../claim.ts';
import { worktreeIn } from '../environment/trees.ts';
import { citeSpan } from './provenance.ts';
import { utterancesOf } from './reports.ts';

const DONE =
  /\b(?:done|changed|renamed|fixed|updated|applied|implemented|edited|added|removed|committed|in place|complete[d]?)\b|erledigt|geändert|hecho|cambiado|fait|modifié|готово|изменен|完了|変更しました|已完成|已修改|완료/iu;

/** An agent in a tree of its own says that the change is made; every edit went elsewhere, and the tree's own diff is empty. */
export function* changesElsewhere(analysed: Case, detector: string): Iterable<Claim> {
  for (const agent of analysed.agents.agents) {
    const tree = agent.worktree;
    if (tree === undefined) continue;
    const edits = analysed
      .eventsOf(agent.id)
      .filter(
        (event): event is EventOf<'tool-call'> =>
          event.kind === 'tool-call' && /^(?:Edit|Write|MultiEdit|NotebookEdit)$/.test(event.toolName),
      );
    const paths = edits.map((event) => stringAt(event.input, 'file_path') ?? '').filter((path) => isAbsolute(path));
    if (paths.length === 0 || paths.some((path) => isUnder(path, tree))) continue;
    const empty = emptyDiff(analysed, agent.id);
    const last = utterancesOf(analysed)
      .filter((utterance) => utterance.agent.id === agent.id)
      .at(-1);
    const text = last?.texts.find((one) => DONE.test(one.value));
    if (empty === undefined || text === undefined) continue;
    const match = DONE.exec(text.value)!;
    yield {
      detector,
      message:
        'an isolated agent says that its change is made; every edit went outside its tree, whose own diff is empty',
      severity: 'medium',
      confidence: 'high',
      primary: { cite: citeSpan(text, match.index, match.index + match[0].length), note: 'the statement' },
      related: [
        { cite: empty.cite, note: 'the diff of its own tree: empty' },
        {
          cite: edits[0]!.texts[0]?.cite ?? { record: edits[0]!.span, pointer: '' },
          note: `an edit outside the tree: ${paths[0]}`,
        },
      ],
      agents: [agent.id],
      actedOn: 'no',
      details: [`tree: ${tree}`, `edited outside: ${paths.slice(0, 5).join(', ')}`],
    };
  }
}

function emptyDiff(analysed: Case, agent: string): Text | undefined {
  for (const event of analysed.eventsOf(agent)) {
    if (
      event.kind !== 'tool-call' ||
      !/^\s*git (?:diff|status --short|status --porcelain)\b/.test(stringAt(event.input, 'command') ?? '')
    )
      continue;
    const result = event.result === undefined ? undefined : analysed.event(event.result);
    const text = result?.texts[0];
    if (
      result?.kind === 'tool-result' &&
      !result.isError &&
      text !== undefined &&
      /^\s*(?:\(?(?:Bash|Tool) (?:completed|ran) with(?:out| no)(?: any)? output.*|)\s*$/.test(text.value)
    )
      return text;
  }
  return undefined;
}

/** An absolute path in prose. */
const PATH = /(?<![\w./~-])\/[\w.@~+-]+(?:\/[\w.@~+-]+)+/g;
const HELD =
  /\b(?:isolated|isolation|pinned|confined|restricted|limited|bound|locked|scoped|tied|only|outside|stays?|must|may not|cannot|can't|not allowed|not permitted|refus\w+|denied)\b/i;

function pathsIn(text: string): string[] {
  return [...text.slice(0, 2_000).matchAll(PATH)].map((match) => match[0].replace(/[.,)]+$/, ''));
}

/** A tool says that a place was entered; the next command is refused because the session is held in another. */
export function* placesRefused(analysed: Case, detector: string): Iterable<Claim> {
  for (const agent of analysed.agents.agents) {
    let entered: { path: string; text: Text; order: number } | undefined;
    for (const event of analysed.eventsOf(agent.id)) {
      if (event.kind === 'tool-call' && /ExitWorktree/.test(event.toolName)) entered = undefined;
      if (event.kind !== 'tool-result') continue;
      const text = event.texts[0];
      if (text === undefined) continue;
      if (/^EnterWorktree$/.test(event.toolName ?? '')) {
        const path = event.isError ? undefined : pathsIn(text.value)[0];
        entered = path === undefined ? undefined : { path, text, order: event.order };
        continue;
      }
      if (entered === undefined) continue;
      const { path } = entered;
      // The refusal speaks of the tree that the agent is held in: another worktree, or the one it was given.
      const held =
        event.isError && HELD.test(text.value.slice(0, 2_000))
          ? pathsIn(text.value).find(
              (one) =>
                !isUnder(one, path) &&
                !isUnder(path, one) &&
                (worktreeIn(one) !== undefined || (agent.worktree !== undefined && isUnder(one, agent.worktree))),
            )
          : undefined;
      if (held === undefined) continue;
      yield {
        detector,
        message: 'one result says that a tree was entered, the next refuses because the session is held in another one',
        severity: 'low',
        confidence: 'high',
        primary: { cite: entered.text.cite, note: `says: entered ${entered.path}` },
        related: [{ cite: text.cite, note: `says: held in ${held}` }],
        agents: [agent.id],
        actedOn: 'no',
        details: ['both are the host’s own words; nothing tells which is right'],
      };
      entered = undefined;
    }
  }
}
