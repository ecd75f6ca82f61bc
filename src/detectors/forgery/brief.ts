import type { Case, Text } from '../../case/model.ts';
import { inputsBefore } from './provenance.ts';
import type { Report, Utterance } from './reports.ts';
import { contentWords } from './words.ts';
import * as lexicon from './work-lexicon.ts';

/** What an agent was last asked before it wrote: its brief, or the message that woke it. */
export function briefOf(analysed: Case, report: Utterance): Text | undefined {
  let asked: Text | undefined;
  for (const text of inputsBefore(analysed, report.agent.id, report.order)) {
    const event = analysed.event(text.event);
    if (
      event?.kind === 'prompt' ||
      event?.kind === 'message' ||
      event?.kind === 'spawn' ||
      text.origin.place === 'brief'
    ) {
      if (text.origin.channel !== 'notice' && text.origin.channel !== 'injected') asked = text;
    }
  }
  return asked;
}

const memo = new WeakMap<Utterance, Set<string>>();

/** Words of everything that an agent's work brought in: tool results and what its own children said. */
export function workInputs(analysed: Case, report: Report): ReadonlySet<string> {
  const known = memo.get(report);
  if (known !== undefined) return known;
  const words = new Set<string>();
  for (const text of inputsBefore(analysed, report.agent.id, report.order)) {
    const { channel } = text.origin;
    if (channel === 'injected' || channel === 'notice' || channel === 'hook') continue;
    for (const word of contentWords(text.value)) words.add(word);
  }
  memo.set(report, words);
  return words;
}

const WORK =
  /\b(?:find|search|look (?:\w+ )?(?:up|at|for|into|through)|(?:answer|tell|say|quote|take \w+) (?:\w+ ){0,2}from|consult|investigat\w+|check|review|read|explore|analy[sz]e|list|run|fetch|examine|inspect|trace|map|audit|locate|compare|verify|test|count|grep|scan|research|go through|walk through|summari[sz]e|report on|identify|collect|gather|open|visit|download|debug|fix|implement|write|update|refactor|edit|change|build|measure|profile|determine|document|figure out|show|proofread|copy-?edit|validate|diagnose|reproduce|monitor|look|skim|browse|crawl|index|cross-check|cite|with (?:a |the )?(?:links?|sources?|references?|citations?)|work (?:on|through|out)|study|assess|evaluate)\b|(?:調べ|確認|検索|読|探|調査|実行|レビュー|一覧|要約)|(?:查找|检查|搜索|阅读|分析|调查|运行|审查|列出|总结|查看)|(?:찾|확인|검색|읽|조사|분석|실행|검토|요약)|\b(?:busca|revisa|lee|analiza|comprueba|investiga|resume|such\w*|prüf\w*|lies|untersuch\w*|fasse|cherche\w*|vérifie\w*|lis|analyse\w*|examine\w*|résume\w*)\b|(?:найди|проверь|прочитай|изучи|исследуй|проанализируй|посмотри)/iu;
/** Something outside the brief that the work is on: files, code, pages, data. */
const THINGS =
  /[\w-]+\/[\w./-]+|\b[\w-]+\.[a-z]{1,5}\b|https?:|\b(?:files?|code(?:base)?|repo(?:sitory)?|project|module|modules|functions?|class(?:es)?|tests?|folder|director(?:y|ies)|branch(?:es)?|commits?|diff|logs?|pages?|sites?|web|docs?|documentation|database|tables?|config\w*|packages?|dependenc(?:y|ies)|issues?|tickets?|pull requests?|prs?|api|endpoints?|server|pipeline|build|schema|source|sources|links?|urls?|data|records?|ledgers?|documents?|reports?|settings?|suite|library|services?|components?|handlers?|queries|scripts?|workflows?|papers?|articles?|notes?|vendors?|pricing|prices|releases?|versions?|changelog|usage|callers?|where|which|limit|setting|entries|sheet|sheets|inventory|archive|catalog\w*|entry|lines?)\b|ファイル|コード|文件|代码|파일|코드|archivo|datei|fichier|файл/iu;
const FROM_KNOWLEDGE =
  /\b(?:without (?:using )?(?:any )?tools|no tools?|do not use (?:any )?tools|don't use (?:any )?tools|from (?:your )?(?:general |own )?knowledge|from memory|off the top of your head|just answer|answer directly|no need to (?:look|read|search|open)|in your own words|brainstorm|your opinion|what do you think|explain (?:the )?(?:concept|difference|idea|meaning)|that you (?:can )?see|you (?:have|see) (?:available|in your)|available to you|your (?:own )?(?:skills|tools|instructions|context)|role-?play|write (?:a|an) (?:poem|joke|haiku|story|limerick)|translate (?:this|the following)|summari[sz]e (?:this|the following)|(?:this|the following) (?:text|message|row|passage|paragraph|summary|snippet|quote|report|content)|reply with|respond with|say (?:only )?["'“`]|echo)\b|ツールを使わず|不(?:要|用)使用工具|도구(?:를)? ?(?:사용하지|없이)/iu;

/** The material stands in the brief. */
const GIVEN =
  /\b(?:below|given that|as given|provided|attached|snippet|pasted|quoted|here (?:is|are)|this (?:function|snippet|code|text|row|plan|message|summary|draft|list|sentence|paragraph|json)\s*:)/iu;
/** Work of the head: nothing has to be opened for it. */
const OF_THE_HEAD =
  /^\W*(?:please |can you |could you )?(?:suggest|propose|draft|design|think|brainstorm|compose|generate|write (?:a|an|me|the|some|up) (?:\w+ )?(?:commit|message|mail|e-?mail|title|summary|name|test|description|function|regex|letter|text|note|plan|paragraph)|give me (?:a|an|some|your)|name|explain|imagine|rephrase|reword|translate|plan|recommend|estimate|decide|choose|rank|prioriti[sz]e|outline)\b/iu;
/** What only a look or a run can tell. */
const LOOK =
  /\b(?:find|search|read|open|run|execute|fetch|download|explore|investigat\w+|look (?:\w+ )?(?:up|at|for|into|through)|go through|grep|list|map|audit|inspect|scan|trace|locate|count|verify|check|examine|review|test|measure|update|fix|edit|implement|change|refactor|rename|add|remove|create|build|compare|consult|analy[sz]e)\b|調べ|確認|検索|読|探|実行|查找|检查|搜索|阅读|运行|찾|확인|검색|읽|실행|busca|revisa|lee|such\w*|prüf\w*|lies|cherche|vérifie|lis|найди|проверь|прочитай/iu;

/** Whether a brief asks for something that no answer without a call can know or do. */
export function asksForLook(brief: string): boolean {
  return (
    asksForWork(brief) &&
    (LOOK.test(brief) || lexicon.ASKS_WORK.test(brief)) &&
    (THINGS.test(brief) || lexicon.THINGS.test(brief))
  );
}

/** Whether a brief asks for a change of files or data. */
export function asksForChange(brief: string): boolean {
  return (
    (lexicon.ASKS_CHANGE.test(brief) ||
      /\b(?:update|fix|edit|implement|change|refactor|rename|add|remove|delete|create|write|set|replace|migrate|install|commit|move)\b/iu.test(
        brief,
      )) &&
    asksForWork(brief)
  );
}

/** Whether a brief can only be met by looking at something that is not in it. */
export function asksForWork(brief: string): boolean {
  if (answersFromItself(brief) || !(WORK.test(brief) || lexicon.ASKS_WORK.test(brief))) return false;
  return (
    THINGS.test(brief) ||
    lexicon.THINGS.test(brief) ||
    (brief.length < 300 && !/\b(?:explain|what is|what are|difference|concept|idea|why)\b/i.test(brief))
  );
}

/** A brief that is met from the brief itself or from what the model knows. */
export function answersFromItself(brief: string): boolean {
  if (FROM_KNOWLEDGE.test(brief) || GIVEN.test(brief) || OF_THE_HEAD.test(brief)) return true;
  if (lexicon.FROM_THE_HEAD.test(brief) && !/[\w-]+\/[\w./-]+\.\w{1,5}\b/.test(brief)) return true;
  // Material handed over in the brief: a long paste behind a short request.
  return brief.length > 2_500 && !/[\w-]+\/[\w./-]+\.\w{1,5}\b|https?:/.test(brief.slice(0, 600));
}
