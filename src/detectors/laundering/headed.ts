import { orderShape } from '../../flows/shape/order.ts';

const MOST_QUOTED_LINES = 400;
const LONGEST_HEAD = 200;

/** A quotation behind words of the author that end in a colon and hand nothing over to be done: "This is what it says:". */
export function isHeaded(text: string, at: number, isForeign: (start: number, end: number) => boolean): boolean {
  const isHead = (start: number, end: number): boolean => {
    const line = text.slice(start, end);
    return (
      line.length >= 3 &&
      line.length <= LONGEST_HEAD &&
      !isForeign(start, end) &&
      orderShape(line).hits.every((hit) => hit.strength === 'weak' && !hit.verbs.includes('do'))
    );
  };
  // In the same paragraph, before the opening mark.
  const mark = /[:：]\s*(["“„«「『])[^"”»」』\n]*$/.exec(text.slice(Math.max(0, at - LONGEST_HEAD), at + 1));
  if (mark !== null) {
    const colon = Math.max(0, at - LONGEST_HEAD) + mark.index;
    return isHead(text.lastIndexOf('\n', Math.max(0, colon - 1)) + 1, colon);
  }
  let end = text.lastIndexOf('\n', Math.max(0, at - 1));
  for (let steps = 0; end > 0 && steps < MOST_QUOTED_LINES; steps++) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(start, end);
    if (line.trim() !== '' && !/^\s{0,3}>/.test(line)) return /[:：]\s*$/.test(line) && isHead(start, end);
    end = start - 1;
  }
  return false;
}
