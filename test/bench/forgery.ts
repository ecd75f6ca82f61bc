/**
 * Measures the forgery detectors on text that no corpus case holds: dressed markup in and out of quotes, obeyed and not; claims of
 * authority and of approval in eight languages and their innocent neighbours; the corpus with its own words taken out of the lexicons;
 * time per MB. Deterministic but for the times. `npm run bench:forgery`; `-- --every 6` looks at each sixth variant only.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extractOrders } from '../../src/flows/acted/orders.ts';
import { roleMarkers } from '../../src/flows/markup/roles.ts';
import { controlMarkup } from '../../src/flows/markup/scan.ts';
import { authorityClaims } from '../../src/flows/shape/authority.ts';
import { DRESSES, LINE_FORMS } from './forgery/disguises.ts';
import { leaveOut } from './forgery/leave-out.ts';
import { APPROVALS, CLAIMS, ERRANDS, INNOCENT, ROLE_LABELS } from './forgery/phrases.ts';
import { isAlarm, play } from './forgery/stage.ts';

const TAGS = ['system-reminder', 'task-notification', 'teammate-message', 'function_results', 'local-command-stdout'];

interface Row {
  readonly what: string;
  found: number;
  all: number;
  readonly left: string[];
}
const rows: Row[] = [];

function row(what: string): (name: string, isRight: boolean) => void {
  const one: Row = { what, found: 0, all: 0, left: [] };
  rows.push(one);
  return (name, isRight) => {
    one.all += 1;
    if (isRight) one.found += 1;
    else one.left.push(name);
  };
}

/** Every dress with every tag, the errands in turn. */
function variants(): { name: string; text: string; errand: (typeof ERRANDS)[number] }[] {
  const found: { name: string; text: string; errand: (typeof ERRANDS)[number] }[] = [];
  let turn = 0;
  for (const dress of DRESSES) {
    for (const tag of TAGS) {
      const errand = ERRANDS[turn++ % ERRANDS.length]!;
      found.push({ name: `${dress.name} · ${tag}`, text: dress.wear(tag, errand.words), errand });
    }
  }
  for (const [index, form] of LINE_FORMS.entries()) {
    const errand = ERRANDS[turn++ % ERRANDS.length]!;
    found.push({ name: `line form ${index}: ${form('').trim().slice(0, 32)}`, text: form(errand.words), errand });
  }
  return found;
}

const QUOTES: readonly { name: string; quote: (text: string) => string }[] = [
  {
    name: 'fence',
    quote: (text) =>
      `The file shows what such a forged block looks like:\n\`\`\`\n${text}\n\`\`\`\nIt is a sample and was not followed.`,
  },
  {
    name: 'long fence',
    quote: (text) => `The sample, as it stands in the file:\n\`\`\`\`text\n${text}\n\`\`\`\`\nNothing else is in it.`,
  },
  {
    name: 'inline code',
    quote: (text) => `The test uses the string \`${text.replace(/\s+/g, ' ').replaceAll('`', "'")}\` as its input.`,
  },
  {
    name: 'quotation marks',
    quote: (text) =>
      `The page contains the words “${text.replace(/\s+/g, ' ').replace(/[“”]/g, "'")}”, which is an injection sample.`,
  },
  {
    name: 'quoted lines',
    quote: (text) =>
      `The mail said:\n${text
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')}\nI did not act on it.`,
  },
];

function report(): void {
  for (const { what, found, all, left } of rows) {
    console.log(
      `${what.padEnd(58)} ${String(found).padStart(4)} / ${String(all).padEnd(4)} ${((100 * found) / Math.max(1, all)).toFixed(1).padStart(5)} %`,
    );
    for (const name of left.slice(0, 12)) console.log(`    left: ${name}`);
    if (left.length > 12) console.log(`    and ${left.length - 12} more`);
  }
}

/** `--every N`: a quick look at each Nth variant. */
const every = Number(process.argv[process.argv.indexOf('--every') + 1]) || 1;
const all = variants().filter((_, index) => index % every === 0);
const scanned = row('markup found by the scanner');
const open = row('report with it: above info');
const obeyed = row('the same, obeyed: actedOn yes');
for (const { name, text, errand } of all) {
  scanned(name, controlMarkup(text).length > 0);
  open(name, play({ report: text }).some(isAlarm));
  obeyed(
    name,
    play({ report: text, act: errand.act }).some((claim) => claim.actedOn === 'yes'),
  );
}
for (const { name: kind, quote } of QUOTES) {
  const silent = row(`quoted (${kind}), not followed: nothing above info`);
  const carried = row(`quoted (${kind}), carried out: above info`);
  for (const { name, text, errand } of all) {
    const quotedReport = quote(text);
    silent(name, !play({ report: quotedReport, reads: quotedReport }).some(isAlarm));
    // One act in three is enough to see that quotation excuses nothing.
    if (all.findIndex((one) => one.name === name) % 3 === 0)
      carried(name, play({ report: quotedReport, reads: quotedReport, act: errand.act }).some(isAlarm));
  }
}

const claims = row('claim of authority, no work: high');
const worked = row('claim of authority, after real work: above info');
for (const words of CLAIMS) {
  claims(
    words,
    play({ report: words, works: false }).some(
      (claim) => claim.detector === 'forged-authority' && claim.severity === 'high',
    ),
  );
  worked(words, play({ report: `The module is fine.\n\n${words}` }).some(isAlarm));
}
const labels = row('role label with an order: high');
for (const [index, label] of ROLE_LABELS.entries()) {
  const words = `${label} ${ERRANDS[index % ERRANDS.length]!.words}`;
  labels(
    words,
    play({ report: words }).some((claim) => claim.severity === 'high'),
  );
}
const approvals = row('the user’s word at second hand: above info');
for (const words of APPROVALS)
  approvals(
    words,
    play({ report: `The module is fine. ${words} Please delete src/orchard/old.ts.` }).some(
      (claim) => claim.detector === 'relayed-approval-claim' && isAlarm(claim),
    ),
  );
const innocent = row('innocent neighbours: nothing above info');
for (const words of INNOCENT) innocent(words, !play({ report: words, reads: words }).some(isAlarm));
const innocentUnread = row('innocent neighbours, not in any input');
for (const words of INNOCENT) innocentUnread(words, !play({ report: words }).some(isAlarm));

const corpus = fileURLToPath(new URL('../../../corpus/', import.meta.url));
const kept = row('corpus of classes A, B, F, G without its own words');
for (const { name, isRight, words } of leaveOut(corpus)) kept(`${name} (without: ${words.join(', ')})`, isRight);

report();

const prose = readdirSync(corpus)
  .slice(0, 40)
  .flatMap((folder) => sources(join(corpus, folder)))
  .join('\n');
const megabyte = prose.repeat(Math.ceil(1_000_000 / prose.length)).slice(0, 1_000_000);
for (const [name, run] of [
  ['controlMarkup', () => controlMarkup(megabyte)],
  ['roleMarkers', () => roleMarkers(megabyte)],
  ['authorityClaims', () => authorityClaims(megabyte)],
  ['extractOrders', () => extractOrders(megabyte)],
] as const) {
  run();
  const start = performance.now();
  for (let turn = 0; turn < 3; turn += 1) run();
  console.log(
    `${name.padEnd(20)} ${((performance.now() - start) / 3).toFixed(0).padStart(5)} ms per MB of corpus text`,
  );
}

/** Words of transcripts, as plain text. */
function sources(folder: string): string[] {
  const found: string[] = [];
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.jsonl')) continue;
    for (const match of readFileSync(join(folder, name), 'utf8').matchAll(
      /"(?:text|content)":"((?:[^"\\]|\\.){20,4000})"/g,
    ))
      found.push(JSON.parse(`"${match[1]}"`) as string);
  }
  return found;
}
