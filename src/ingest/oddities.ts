import { isUtf8 } from 'node:buffer';
import type { Survey } from './survey.ts';
import type { WarningLog, WarningPlace } from './warnings.ts';

/**
 * What JSON.parse accepts in silence although two readers may see different things in it. `text` is the decoded line, `line`
 * the same as it lies in the file.
 */
export function noteOddities(
  text: string,
  line: Buffer,
  structure: Survey | undefined,
  place: WarningPlace,
  log: WarningLog,
): void {
  if (text.includes('\ufffd') && !isUtf8(line)) {
    log.add('invalid-utf8', 'bytes that are no UTF-8; each broken part is read as U+FFFD', place);
  }
  if (text.includes('\\u') && hasLoneSurrogate(text)) {
    log.add('lone-surrogate', 'an escape gives half of a surrogate pair', place);
  }
  if (structure === undefined) return;
  const { duplicate, protoKey } = structure;
  if (protoKey) log.add('proto-key', 'a key is named __proto__; it is kept as data', place);
  if (duplicate !== undefined) {
    const key = JSON.stringify(duplicate);
    log.add('duplicate-key', `the key ${key} stands twice in one object; the last value counts`, place);
  }
}

/** Whether an escape sequence gives a surrogate without its other half. Raw text cannot: UTF-8 has no surrogates. */
export function hasLoneSurrogate(json: string): boolean {
  let high = -1;
  for (let at = json.indexOf('\\'); at >= 0; at = json.indexOf('\\', at + (json[at + 1] === 'u' ? 6 : 2))) {
    if (high >= 0 && at !== high + 6) return true;
    const unit = json[at + 1] === 'u' ? Number.parseInt(json.slice(at + 2, at + 6), 16) : 0;
    if (high >= 0) {
      if (unit < 0xdc00 || unit > 0xdfff) return true;
      high = -1;
    } else if (unit >= 0xd800 && unit <= 0xdbff) high = at;
    else if (unit >= 0xdc00 && unit <= 0xdfff) return true;
  }
  return high >= 0;
}
