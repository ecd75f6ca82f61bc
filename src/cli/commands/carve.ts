import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { analyseCase } from '../../analysis/analyse.ts';
import { carve } from '../../analysis/carve.ts';
import { sha256 } from '../../evidence/digest.ts';
import { openCases } from '../../ingest/inputs.ts';
import type { CaseSource } from '../../ingest/model.ts';
import { type Finding, severityRank } from '../../result/finding.ts';
import { VERSION } from '../../result/version.ts';
import { analysisOptions } from '../analysis-options.ts';
import { checkTarget, sumLine } from '../case-folder.ts';
import type { Run } from '../command.ts';
import { Complaint } from '../exit.ts';
import { findSecrets } from '../redaction.ts';

/** Cuts the smallest part out of a case that still shows one finding, hides its secrets, and writes it as evidence to send on. */
export const run: Run = async (call) => {
  const { settings, io, err } = call;
  const [wanted, ...paths] = call.operands;
  const target = settings.into;
  if (target === undefined) throw new Complaint('where to?', { hint: 'aftertaint carve FINDING PATHS -o DIR' });
  if (paths.length === 0) throw new Complaint('no path was given', { hint: 'aftertaint carve FINDING PATHS -o DIR' });
  checkTarget(target, paths, settings.force === true, 'carve.json');
  const options = await analysisOptions(call, { parts: { findings: true } });
  const { found, inputs } = await openCases(paths, options.find);
  try {
    let chosen: { source: CaseSource; finding: Finding } | undefined;
    for (const source of found.sources) {
      const { result } = await analyseCase(source, options.case);
      for (const finding of result.findings) {
        if (
          wanted === 'first'
            ? chosen === undefined || severityRank(finding.severity) > severityRank(chosen.finding.severity)
            : finding.id === wanted
        ) {
          chosen = { source, finding };
        }
      }
    }
    if (chosen === undefined)
      throw new Complaint(`no finding is called '${wanted}'`, {
        hint: `aftertaint scan ${paths.join(' ')} lists the findings`,
      });
    const carved = await carve(chosen.source, chosen.finding, options.case);
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
        id: chosen.finding.id,
        detector: chosen.finding.detector,
        case: chosen.source.id,
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
  return [];
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
