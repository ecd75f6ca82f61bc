import { digestOf, sha256 } from '../evidence/digest.ts';
import { readBytes } from '../evidence/source.ts';
import type { InputOptions } from '../ingest/inputs.ts';
import type { Report } from '../result/report.ts';
import { EvidencePlaces } from './places.ts';

/** What became of the bytes that a saved report cites. */
export interface Verification {
  readonly schema: 'aftertaint/verify/1';
  readonly artefacts: { readonly checked: number; readonly same: number };
  readonly spans: { readonly checked: number; readonly same: number; readonly withoutDigest: number };
  readonly problems: readonly Problem[];
}

export interface Problem {
  /** `missing`: not found; `unreadable`; `grown`: longer, the old bytes unchanged as far as cited; `changed`: other bytes. */
  readonly what: 'missing' | 'unreadable' | 'grown' | 'changed';
  readonly path: string;
  readonly message: string;
  readonly finding?: string;
  readonly line?: number;
  readonly byteStart?: number;
  readonly byteEnd?: number;
  readonly expected?: string;
  readonly found?: string;
}

/** Re-reads every cited span from disk. `roots` are the places the evidence lies in now: folders, or files beside which it lies. */
export async function verify(
  report: Report,
  roots: readonly string[],
  options: InputOptions = {},
): Promise<Verification> {
  const evidence = await EvidencePlaces.open(report, roots, options);
  try {
    return compare(report, evidence);
  } finally {
    evidence.close();
  }
}

function compare(report: Report, evidence: EvidencePlaces): Verification {
  const problems: Problem[] = [];
  const artefacts = { checked: 0, same: 0 };
  const spans = { checked: 0, same: 0, withoutDigest: 0 };
  const findings = [...report.cases.flatMap((result) => result.findings), ...report.findings];
  const found = new Map<string, string>();
  for (const artefact of report.cases.flatMap((result) => result.artefacts)) {
    artefacts.checked += 1;
    const { path } = artefact;
    const places = evidence.of(path);
    if (places.length === 0) {
      problems.push({ what: 'missing', path, message: 'not found under the given evidence' });
      continue;
    }
    const digests = places.map((place) => ({ place, digest: digestSafely(place) }));
    const same = digests.find(({ digest }) => digest?.sha256 === artefact.sha256);
    const { place, digest } = same ?? digests[0]!;
    found.set(path, place);
    if (same !== undefined) artefacts.same += 1;
    else if (digest === undefined) problems.push({ what: 'unreadable', path, message: 'cannot be read' });
    else {
      const grown =
        digest.byteLength > artefact.byteLength && prefixDigest(place, artefact.byteLength) === artefact.sha256;
      problems.push({
        what: grown ? 'grown' : 'changed',
        path,
        message: grown
          ? `has grown from ${artefact.byteLength} to ${digest.byteLength} bytes; the first ${artefact.byteLength} are unchanged`
          : `has other content than when the report was made (${artefact.byteLength} bytes then, ${digest.byteLength} now)`,
        expected: artefact.sha256,
        found: digest.sha256,
      });
    }
  }
  for (const finding of findings) {
    for (const { path, line, byteStart, byteEnd, sha256: expected, holdsSecret } of finding.evidence) {
      const place = found.get(path) ?? evidence.of(path)[0];
      if (expected === undefined) {
        spans.withoutDigest += 1;
        continue;
      }
      spans.checked += 1;
      const now = place === undefined ? undefined : spanDigest(place, byteStart, byteEnd);
      if (now === expected) {
        spans.same += 1;
        continue;
      }
      problems.push({
        what: now === undefined ? 'missing' : 'changed',
        path,
        message: now === undefined ? 'the cited bytes are gone' : 'the cited bytes have changed',
        finding: finding.id,
        line,
        byteStart,
        byteEnd,
        // A short secret can be guessed from its digest, and what is there now may hold one as well.
        ...(holdsSecret !== true && { expected, ...(now !== undefined && { found: now }) }),
      });
    }
  }
  return { schema: 'aftertaint/verify/1', artefacts, spans, problems };
}

function digestSafely(place: string): { sha256: string; byteLength: number } | undefined {
  try {
    return digestOf(place);
  } catch {
    return undefined;
  }
}

function prefixDigest(place: string, length: number): string | undefined {
  return spanDigest(place, 0, length);
}

function spanDigest(place: string, start: number, end: number): string | undefined {
  try {
    const bytes = readBytes(place, start, end);
    return bytes.length === end - start ? sha256(bytes) : undefined;
  } catch {
    return undefined;
  }
}
