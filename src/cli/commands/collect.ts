import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { compareText } from '../../base/order.ts';
import { digestOf } from '../../evidence/digest.ts';
import { openCases } from '../../ingest/inputs.ts';
import { bytesText, plural } from '../../report/names.ts';
import { VERSION } from '../../result/version.ts';
import { analysisOptions } from '../analysis-options.ts';
import { checkTarget, sumLine } from '../case-folder.ts';
import type { Run } from '../command.ts';
import { Complaint, EXIT, type ExitReason } from '../exit.ts';
import { localFolders } from '../input.ts';

/**
 * Copies everything that belongs to the chosen sessions, with digests taken from the copies: the host deletes transcripts after a
 * while. Names and times of the files are kept, so that a later scan of the copy sees what a scan of the original would have seen.
 */
export const run: Run = async (call) => {
  const { settings, operands, io, err } = call;
  const target = settings.into;
  if (target === undefined) throw new Complaint('where to?', { hint: 'aftertaint collect PATHS -o DIR' });
  const paths = [...operands, ...localFolders(call)];
  if (paths.length === 0)
    throw new Complaint('no path was given', { hint: 'aftertaint collect ~/.claude/projects -o DIR, or --local' });
  checkTarget(target, paths, settings.force === true, 'collect.json');
  const options = await analysisOptions(call, { parts: {} });
  const { found, inputs } = await openCases(paths, options.find);
  const building = `${resolve(target)}.partial-${process.pid}`;
  rmSync(building, { recursive: true, force: true });
  const reasons: ExitReason[] = found.failed.map(({ path, reason }) => ({
    code: EXIT.incomplete,
    reason: `${path}: ${reason}`,
  }));
  const collected: { path: string; from: string; byteLength: number; sha256: string; modifiedAt: string }[] = [];
  try {
    for (const { path, location } of found.sources.flatMap((source) => source.artefacts)) {
      if (typeof location !== 'string') continue;
      const name = freeName(join(building, 'evidence'), path.replaceAll('!', '/'));
      const copy = join(building, 'evidence', name);
      try {
        mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
        const { atime, mtime } = statSync(location);
        copyFileSync(location, copy);
        chmodSync(copy, 0o400);
        utimesSync(copy, atime, mtime);
        collected.push({ path: name, from: path, ...digestOf(copy), modifiedAt: mtime.toISOString() });
      } catch (error) {
        reasons.push({
          code: EXIT.incomplete,
          reason: `${path}: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`,
        });
      }
    }
    collected.sort((a, b) => compareText(a.path, b.path));
    mkdirSync(building, { recursive: true, mode: 0o700 });
    writeFileSync(
      join(building, 'evidence-sha256.txt'),
      collected.map(({ sha256, path }) => sumLine(sha256, `evidence/${path}`)).join(''),
    );
    const record = {
      schema: 'aftertaint/collect/1',
      argv: ['aftertaint', ...io.argv.slice(2)],
      aftertaint: VERSION,
      collectedAt: new Date(io.now()).toISOString(),
      sessions: found.sources.map((source) => source.id),
      files: collected,
      notCollected: reasons.map(({ reason }) => reason),
    };
    writeFileSync(join(building, 'collect.json'), `${JSON.stringify(record, null, 2)}\n`);
    if (existsSync(target)) rmSync(target, { recursive: true });
    renameSync(building, resolve(target));
  } catch (error) {
    rmSync(building, { recursive: true, force: true });
    throw error;
  } finally {
    inputs.close();
  }
  for (const { reason } of reasons) await err.write(`aftertaint: ${reason}\n`);
  if (settings.quiet !== true) {
    const bytes = collected.reduce((sum, file) => sum + file.byteLength, 0);
    await err.write(
      `Collected ${plural(found.sources.length, 'session')}, ${plural(collected.length, 'file')}, ${bytesText(bytes)} into ${target}.\nNext: (cd ${target} && sha256sum -c evidence-sha256.txt)      aftertaint scan ${target}/evidence\n`,
    );
  }
  return settings.allowIncomplete === true ? [] : reasons;
};

/** Two arguments may hold files of one name: the second gets a folder of its own. */
function freeName(folder: string, path: string): string {
  let name = path;
  for (let copy = 2; existsSync(join(folder, name)); copy += 1) name = `from-${copy}/${path}`;
  return name;
}
