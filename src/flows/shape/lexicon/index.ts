import type { Lexicon } from '../model.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { ru } from './ru.ts';
import { zh } from './zh.ts';

/** Languages that put blanks between words: looked up word by word. */
export const WORD_LEXICONS: readonly Lexicon[] = [en, es, de, fr, ru];
/** Languages read by substrings. */
export const RUN_LEXICONS: readonly Lexicon[] = [ja, zh, ko];
