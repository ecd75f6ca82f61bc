import type { Lexicon } from '../model.ts';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { hi } from './hi.ts';
import { id } from './id.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';
import { tr } from './tr.ts';
import { zh } from './zh.ts';

/** Languages that put blanks between words: looked up word by word. The first five win where a clause could be either. */
export const WORD_LEXICONS: readonly Lexicon[] = [en, es, de, fr, ru, pt, it, nl, pl, tr, id, ar, hi];
/** How many of them win a draw against the rest. */
export const FIRM_LEXICONS = 5;
/** Languages read by substrings. */
export const RUN_LEXICONS: readonly Lexicon[] = [ja, zh, ko];
