export type Packing = 'gz' | 'zst';
type Archive =
  | { readonly form: 'tar'; readonly packing?: Packing }
  | { readonly form: 'zip' }
  | { readonly form: 'single'; readonly packing: Packing };

/** What kind of archive a name promises; undefined for a plain file. */
export function archiveOf(name: string): Archive | undefined {
  if (/\.zip$/i.test(name)) return { form: 'zip' };
  if (/\.tar$/i.test(name)) return { form: 'tar' };
  if (/\.(?:tar\.gz|tgz)$/i.test(name)) return { form: 'tar', packing: 'gz' };
  if (/\.(?:tar\.zst|tzst)$/i.test(name)) return { form: 'tar', packing: 'zst' };
  if (/\.gz$/i.test(name)) return { form: 'single', packing: 'gz' };
  if (/\.zst$/i.test(name)) return { form: 'single', packing: 'zst' };
  return undefined;
}

/** `s.jsonl` for `s.jsonl.gz`. */
export function unpackedName(name: string): string {
  return name.replace(/\.(?:gz|zst)$/i, '');
}
