// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source code of other programs as data
import type { ConversationSketch } from './conversation.ts';

/**
 * Ordinary work, so that what a case is about stands among what sessions are full of. Nothing here orders, sends, publishes or fetches.
 * Steps are chosen by the sketch's own ids: the same sketch has the same work.
 */
type Step = (agent: ConversationSketch) => unknown;

interface Topic {
  readonly files: readonly (readonly [path: string, content: string])[];
  readonly greps: readonly (readonly [pattern: string, found: string])[];
  readonly commands: readonly (readonly [command: string, output: string])[];
  readonly edits: readonly (readonly [path: string, before: string, after: string])[];
}

const SHOP: Topic = {
  files: [
    [
      'src/cart/total.ts',
      "import { vatOf } from './vat';\n\nexport function total(lines: Line[]): number {\n  return lines.reduce((sum, line) => sum + line.price * line.count + vatOf(line), 0);\n}",
    ],
    [
      'src/cart/vat.ts',
      'const RATES = { book: 0.07, food: 0.07, other: 0.19 };\n\nexport function vatOf(line: Line): number {\n  return line.price * line.count * RATES[line.kind];\n}',
    ],
    [
      'src/order/number.ts',
      "let last = 0;\n\n/** Order numbers are day, dash, running number. */\nexport function nextNumber(day: string): string {\n  last += 1;\n  return `${day}-${String(last).padStart(4, '0')}`;\n}",
    ],
    ['test/cart.test.ts', "test('an empty cart costs nothing', () => {\n  expect(total([])).toBe(0);\n});"],
    [
      'package.json',
      '{\n  "name": "shop",\n  "type": "module",\n  "scripts": { "test": "vitest run", "lint": "biome check ." }\n}',
    ],
    [
      'docs/shipping.md',
      '# Shipping\n\nParcels up to 2 kg go by letter post. Above that the carrier is chosen by weight and country.\n\nReturns are free for 30 days.',
    ],
    [
      'src/mail/templates.ts',
      'export const CONFIRM = (name: string, number: string) => `Dear ${name}, we have your order ${number}.`;',
    ],
  ],
  greps: [
    [
      'vatOf',
      "src/cart/total.ts:1:import { vatOf } from './vat';\nsrc/cart/vat.ts:3:export function vatOf(line: Line): number {",
    ],
    ['padStart', "src/order/number.ts:6:  return `${day}-${String(last).padStart(4, '0')}`;"],
    ['TODO', 'src/order/number.ts:1:// TODO keep the counter in the database'],
    ['CONFIRM', 'src/mail/templates.ts:1:export const CONFIRM = (name: string, number: string) =>'],
  ],
  commands: [
    [
      'npx vitest run test/cart.test.ts',
      ' ✓ test/cart.test.ts (6 tests) 41ms\n\n Test Files  1 passed (1)\n      Tests  6 passed (6)',
    ],
    ['git status --short', ' M src/cart/vat.ts\n?? notes.txt'],
    [
      'git log --oneline -4',
      '9c1d2aa cart: food has the low rate\n51be0f7 order: number per day\n0e4af13 docs: returns\nbb80211 first version',
    ],
    ['wc -l src/cart/*.ts', '  41 src/cart/total.ts\n  18 src/cart/vat.ts\n  59 total'],
    ['npx tsc --noEmit', ''],
    ['git diff --stat', ' src/cart/vat.ts | 4 ++--\n 1 file changed, 2 insertions(+), 2 deletions(-)'],
  ],
  edits: [
    ['src/cart/vat.ts', 'other: 0.19', 'other: 0.19, gift: 0'],
    ['src/order/number.ts', 'let last = 0;', 'let last = 0; // per process'],
    ['docs/shipping.md', 'Returns are free for 30 days.', 'Returns are free for 30 days after delivery.'],
  ],
};

const GAUGE: Topic = {
  files: [
    [
      'gauge/read.py',
      'def millimetres(tips: int) -> float:\n    """One tip of the bucket is a fifth of a millimetre."""\n    return tips * 0.2',
    ],
    [
      'gauge/store.py',
      'import sqlite3\n\n\ndef save(db: sqlite3.Connection, station: str, mm: float) -> None:\n    db.execute("insert into rain values (?, ?)", (station, mm))',
    ],
    [
      'tests/test_read.py',
      'from gauge.read import millimetres\n\n\ndef test_no_rain():\n    assert millimetres(0) == 0',
    ],
    ['README.md', '# gauge\n\nReads tipping-bucket rain gauges and keeps daily sums per station.'],
    [
      'gauge/report.py',
      'def monthly(rows):\n    """Sum per month, newest first."""\n    sums = {}\n    for day, mm in rows:\n        sums[day[:7]] = sums.get(day[:7], 0) + mm\n    return sorted(sums.items(), reverse=True)',
    ],
    ['pyproject.toml', '[project]\nname = "gauge"\nrequires-python = ">=3.11"'],
  ],
  greps: [
    [
      'millimetres',
      'gauge/read.py:1:def millimetres(tips: int) -> float:\ntests/test_read.py:1:from gauge.read import millimetres',
    ],
    ['insert into', 'gauge/store.py:5:    db.execute("insert into rain values (?, ?)", (station, mm))'],
    ['station', 'gauge/store.py:4:def save(db: sqlite3.Connection, station: str, mm: float) -> None:'],
  ],
  commands: [
    [
      'python -m pytest -q tests',
      '....                                                                     [100%]\n4 passed in 0.12s',
    ],
    ['ls gauge', '__init__.py\nread.py\nreport.py\nstore.py'],
    ['git log --oneline -3', 'a71f0c2 report: newest month first\n3d9e11b store: one row per day\nc0ffee1 start'],
    ['python -m ruff check gauge', 'All checks passed!'],
    ['git branch --show-current', 'main'],
  ],
  edits: [
    ['gauge/report.py', 'newest first', 'newest month first'],
    ['gauge/read.py', 'return tips * 0.2', 'return round(tips * 0.2, 1)'],
  ],
};

const TOPICS = [SHOP, GAUGE];

const LEADS = [
  'Let me look at that file first.',
  'I want to see how it is used before I change it.',
  'Next, the test for it.',
  'One moment, I check the current state.',
  'That explains the rounding. Now the neighbouring module.',
  'The structure is clear; looking at the details.',
  'I compare this with what the tests expect.',
  'Now a quick run to be sure.',
  'This part is small, I read it whole.',
  '',
  '',
  '',
];

export interface WorkOptions {
  /** Tools that these steps may not use, e.g. where a gate of the case looks at them. */
  readonly without?: readonly ('Bash' | 'Edit')[];
}

/** `steps` calls of everyday work (read, search, run, edit), some with a sentence before. */
export function work(steps: number, options: WorkOptions = {}): Step {
  return (agent) => {
    const { ids } = agent.session;
    const topic = TOPICS[ids.pick(TOPICS.length, `topic${agent.path}`)]!;
    for (let i = 0; i < steps; i++) {
      const lead = LEADS[ids.pick(LEADS.length, 'lead')]!;
      if (lead !== '') agent.says(lead);
      oneStep(agent, topic, options.without ?? []);
    }
  };
}

function oneStep(agent: ConversationSketch, topic: Topic, without: readonly string[]): void {
  const { ids } = agent.session;
  // Where the agent is, not where the session began: an isolated child works in its own tree.
  const { cwd } = agent;
  const of = <T>(list: readonly T[]): T => list[ids.pick(list.length, 'choice')]!;
  const kind = ids.pick(10, 'kind');
  if (kind < 4) {
    const [path, content] = of(topic.files);
    agent.calls('Read', { file_path: `${cwd}/${path}` }, content);
  } else if (kind < 6) {
    const [pattern, found] = of(topic.greps);
    agent.calls('Grep', { pattern, output_mode: 'content' }, found);
  } else if (kind < 9 && !without.includes('Bash')) {
    const [command, output] = of(topic.commands);
    agent.calls('Bash', { command, description: 'Check the state' }, output);
  } else if (!without.includes('Edit')) {
    const [path, before, after] = of(topic.edits);
    agent.calls('Edit', { file_path: `${cwd}/${path}`, old_string: before, new_string: after });
  } else {
    const [path, content] = of(topic.files);
    agent.calls('Read', { file_path: `${cwd}/${path}` }, content);
  }
}

const TALK: readonly (readonly [string, string])[] = [
  [
    'What does the total function do with gifts?',
    'It treats them like any other line; a gift has the price zero, so it adds nothing.',
  ],
  ['Thanks. Is the rounding in one place?', 'Yes, only in the reading module; the report just adds.'],
  ['Please keep the tests small.', 'I will: one behaviour per test, and names that say it.'],
  ['How long is the file now?', 'Forty-one lines, with the new branch.'],
  ['Good. Carry on with the report.', 'On it: I look at how the months are grouped.'],
  ['Kannst du kurz sagen, wo die Sätze stehen?', 'In der Tabelle oben in der Datei für die Mehrwertsteuer.'],
  ['テストは通りましたか。', 'はい、全部通っています。'],
  ['¿Queda algo pendiente en este módulo?', 'No, solo falta el comentario sobre el contador.'],
];

/** `turns` short exchanges between the person and the agent. */
export function smallTalk(turns: number): Step {
  return (agent) => {
    for (let i = 0; i < turns; i++) {
      const [question, answer] = TALK[agent.session.ids.pick(TALK.length, 'talk')]!;
      agent.user(question).says(answer).endsTurn();
    }
  };
}
