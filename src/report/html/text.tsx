import type { ComponentChildren } from 'preact';
import { clip, oneLine, visible } from '../../base/clean.ts';

/** Longest text that a page shows, in UTF-16 units; what is cut is said, and lies in the evidence. */
const LONGEST = 6_000;

export const line = (text: string): string => oneLine(clip(text, LONGEST));

/** A text of several lines as it is, with every hidden character shown. */
export function block(text: string): string {
  const clean = visible(text.length > LONGEST ? text.slice(0, LONGEST) : text, '\n\t');
  return text.length > LONGEST
    ? `${clean}… (cut: ${(text.length - LONGEST).toLocaleString('en-US')} more characters in the evidence)`
    : clean;
}

/** What may scroll must be reachable by keyboard, so it is a named region that takes the focus. */
export function Scroll({
  label,
  picture,
  children,
}: {
  label: string;
  picture?: boolean;
  children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls and takes no focus cannot be scrolled by keyboard
    <section class={picture === true ? 'scroll picture' : 'scroll'} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

export function Quote({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
    <section class="quote" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

/** A table in a box of its own that scrolls, with a named header for each column. */
export function Table({
  label,
  heads,
  caption,
  children,
}: {
  label: string;
  heads: readonly string[];
  caption?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <Scroll label={label}>
      <table>
        {caption !== undefined && <caption>{caption}</caption>}
        <thead>
          <tr>
            {heads.map((head) => (
              <th scope="col" key={head}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scroll>
  );
}
