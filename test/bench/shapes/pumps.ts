import type { AgentSketch } from '../../../src/wire/sketch.ts';

/**
 * Short strings that, repeated, make a pattern walk the same stretch again and again: one for each kind of sign that patterns look for,
 * with a blank and with a line break behind it.
 */
const UNITS = [
  ...'a A 0 . , - _ / \\ | < > ( [ { } ] ) " \' ` ~ # * + = : ; ! ? @ & % $ ^ é я 指 한 「 “ » 。'.split(' '),
  ...'a. a- a/ /a a@ a@b. a= "a" \'a\' <a <a> </a> ](a) [a]( ``` -- -a --a ## ** __ :: :a a: // ./ ../ a=b& &# &lt; %25 %41 \\n \\u0041 \\x41 0x 12: 1. 1) 2: 0.0. 0-0- ((a) {a} $( ${ $a'.split(
    ' ',
  ),
  ...'the system user not do must you have approved ignore if when before file run send git key token https:// http://a. www. agentId: Human: Assistant: tool_result'.split(
    ' ',
  ),
  ...'не если 请 必须 不要 してください 사용자 nicht wenn der no si usted ne si vous'.split(' '),
];

export const PUMPS: readonly string[] = [
  ...new Set(UNITS.flatMap((unit) => [unit, `${unit} `, `${unit}\n`, `a${unit} b\n`])),
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\u00a0',
  '\u3000',
  '\u200b',
  '\0',
];

/** One pump in every place that a text can have. */
export function pumped(main: AgentSketch, unit: string, characters: number): void {
  const text = `Notes: ${unit.repeat(Math.ceil(characters / unit.length))} end.`;
  main
    .user('Look at the pages.')
    .calls('WebFetch', { url: 'https://vendor.example/intel', prompt: 'all' }, text)
    .calls('Bash', { command: 'cat notes.md' }, `x ${text}`)
    .calls('Write', { file_path: 'notes/v.md', content: `y ${text}` }, 'ok')
    .nestedMemory('/home/dev/shop/src/CLAUDE.md', `z ${text}`)
    .spawns({ brief: `Look. ${text}`, type: 'Explore' }, (child) => child.says(`Seen. ${text}`))
    .calls('Bash', { command: `echo '${text.replaceAll("'", '')}'` }, '')
    .calls('Bash', { command: text }, '')
    .user(`Also: ${text}`)
    .says(`Done. ${text}`);
}
