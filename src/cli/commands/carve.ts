import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { carve } from '../../analysis/carve.ts';
import { sha256 } from '../../evidence/digest.ts';
import { openCases } from '../../ingest/inputs.ts';
import { VERSION } from '../../result/version.ts';
import { analysisOptions } from '../analysis-options.ts';
import { checkTarget, sumLine } from '../case-folder.ts';
import { chosenFinding } from '../chosen-finding.ts';
import type { Run } from '../command.ts';
import { Complaint } from '../exit.ts';
import { collectReport, openInput } from '../input.ts';
import { findSecrets } from '../redaction.ts';

/** Cuts the smallest part out of a case that still shows one finding, hides its secrets, and writes it as evidence to send on. */
export const run: Run = async (call) => {
  const { settings, io, err } = call;
  const [wanted, ...paths] = call.operands;
  const target = settings.into;
  if (target === undefined) throw new Complaint('where to?', { hint: 'aftertaint carve FINDING PATHS -o DIR' });
  if (paths.length === 0) throw new Complaint('no path was given', { hint: 'aftertaint carve FINDING PATHS -o DIR' });
  checkTarget(target, paths, settings.force === true, 'carve.json');
  const input = await openInput(call, paths, { parts: { findings: true }, transcriptsOnly: true });
  const whole = await collectReport(input);
  const finding = chosenFinding(whole, wanted!, paths);
  const about = finding.cases ?? [whole.cases.find((result) => result.findings.includes(finding))!.id];
  const options = await analysisOptions(call, { parts: { findings: true } });
  const { found, inputs } = await openCases(paths, options.find);
  try {
    const sources = found.sources.filter((source) => about.includes(source.id));
    const carved = await carve(sources, finding, options.case);
    const level = settings.redact ?? 'secrets';
    if (level === 'content')
      throw new Complaint('a transcript without its content shows nothing', { hint: 'use --redact secrets or none' });
    const texts = carved.files.map((file) => Buffer.from(file.bytes).toString('utf8'));
    const hide = level === 'none' ? (text: string) => text : await hider(texts);
    const building = `${resolve(target)}.partial-${process.pid}`;
    rmSync(building, { recursive: true, force: true });
    const sums: string[] = [];
    for (const [index, file] of carved.files.entries()) {
      const name = `evidence/${file.path.replaceAll('!', '/')}`;
      const text = hide(texts[index]!);
      mkdirSync(dirname(join(building, name)), { recursive: true, mode: 0o700 });
      writeFileSync(join(building, name), text, { mode: 0o600 });
      sums.push(sumLine(sha256(text), name));
    }
    const record = {
      schema: 'aftertaint/carve/1',
      aftertaint: VERSION,
      argv: ['aftertaint', ...io.argv.slice(2)],
      finding: {
        id: finding.id,
        detector: finding.detector,
        cases: about,
        idInCarved: carved.finding.id,
      },
      kept: carved.step,
      redaction: level,
      files: carved.files.map(({ path, lines, ofLines }) => ({ path, lines, ofLines })),
    };
    writeFileSync(join(building, 'carve.json'), `${JSON.stringify(record, null, 2)}\n`);
    writeFileSync(join(building, 'evidence-sha256.txt'), sums.join(''));
    if (existsSync(target)) rmSync(target, { recursive: true });
    renameSync(building, resolve(target));
    if (settings.quiet !== true) {
      const lines = carved.files.reduce((sum, file) => sum + file.lines, 0);
      const all = carved.files.reduce((sum, file) => sum + file.ofLines, 0);
      await err.write(
        `Carved ${carved.files.length} files with ${lines} of ${all} records (${carved.step}).\nNext: aftertaint explain ${carved.finding.id} ${target}/evidence\n`,
      );
    }
  } finally {
    inputs.close();
  }
  return input.reasons;
};

/** Record by record, so that what comes out is JSON again; a line that is none is cleaned as text. */
async function hider(texts: readonly string[]): Promise<(text: string) => string> {
  const { Redaction } = await import('../../report/redact/redact.ts');
  const redaction = await Redaction.of(
    texts.flatMap((text) => text.split('\n').map(recordOf)),
    findSecrets,
  );
  const cleanLine = (line: string) => {
    const record = recordOf(line);
    if (typeof record === 'string') return redaction.text(line);
    const clean = redaction.deep(record);
    return isDeepStrictEqual(clean, record) ? line : JSON.stringify(clean);
  };
  return (text) => text.split('\n').map(cleanLine).join('\n');
}

function recordOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}
