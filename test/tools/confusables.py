"""Writes src/flows/match/confusables.ts from the UTS #39 data inside ICU (libicui18n, here 72 = Unicode 15.0).

Usage: python3 test/tools/confusables.py > src/flows/match/confusables.ts && npx biome check --write src/flows/match/confusables.ts

ICU is asked instead of confusables.txt because every Debian has it and it is the Unicode consortium's own build of that file.
A letter maps to the lower case of its skeleton; a lower-case letter without an ASCII skeleton takes that of its capital, so that
changing the case of a look-alike changes nothing.
"""
import ctypes, glob, sys, unicodedata

path = sorted(glob.glob('/usr/lib/*/libicui18n.so.*'))[0]
version = path.split('.so.')[1].split('.')[0]
icu = ctypes.CDLL(path)
status = ctypes.c_int(0)
opener = getattr(icu, f'uspoof_open_{version}')
opener.restype = ctypes.c_void_p
checker = ctypes.c_void_p(opener(ctypes.byref(status)))
skeletonOf = getattr(icu, f'uspoof_getSkeletonUTF8_{version}')

def skeleton(text):
    raw = text.encode()
    out = ctypes.create_string_buffer(256)
    status = ctypes.c_int(0)
    size = skeletonOf(checker, 0, raw, len(raw), out, 256, ctypes.byref(status))
    return out.raw[:size].decode()

def marks_off(text):
    return ''.join(c for c in text if not unicodedata.category(c).startswith('M'))

def ascii_letters(text):
    return 0 < len(text) <= 3 and all(c.isascii() and c.isalnum() for c in text)

def target(char):
    found = skeleton(char)
    if ascii_letters(found): return found.lower()
    upper = char.upper()
    if upper != char and len(upper) == 1:
        found = skeleton(upper)
        if ascii_letters(found): return found.lower()
    return None

groups = {}
for point in range(0x80, 0x20000):
    if 0xD800 <= point <= 0xDFFF: continue
    char = chr(point)
    category = unicodedata.category(char)
    if category[0] not in 'LN' and category not in ('So', 'Sm', 'Po'): continue
    # What NFKD, mark removal and case folding reach alone needs no line.
    plain = marks_off(unicodedata.normalize('NFKD', char)).casefold()
    if plain and all(c.isascii() for c in plain): continue
    to = target(char) or (target(plain) if len(plain) == 1 else None)
    if to is None: continue
    # Digits and letters only: a bracket that looks like an l is a bracket.
    if category[0] not in 'LN': continue
    groups.setdefault(to, []).append(char)

print(f'''/**
 * Letters and digits that look like ASCII ones: UTS #39 skeletons from ICU {version} (Unicode 15.0), written by
 * test/tools/confusables.py; do not edit by hand. Key: the ASCII look-alike in lower case. Value: hexadecimal code points, each as
 * the distance from the one before. Code points that NFKD and case folding resolve are left out.
 */
export const CONFUSABLES: Readonly<Record<string, string>> = {{''')
for to in sorted(groups):
    last, parts = 0, []
    for char in sorted(groups[to]):
        parts.append(format(ord(char) - last, 'x'))
        last = ord(char)
    print(f"  '{to}': '{' '.join(parts)}',")
print('};')
