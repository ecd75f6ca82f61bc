/**
 * The UTF-16 units of a text as numbers, in reusable memory: a loop over them is several times as fast as one over the string, whose
 * every `charCodeAt` asks anew how the string is stored.
 */
let memory = Buffer.alloc(1 << 17);
let codes = new Uint16Array(memory.buffer, memory.byteOffset, memory.length >> 1);
let held = '';

/** Whether these are the codes of a text already: then asking for them costs nothing. */
export function holdsCodesOf(text: string): boolean {
  return text === held;
}

/** Valid until the next call. Behind the text stand at least two zeros. */
export function codesOf(text: string): Uint16Array {
  if (text === held) return codes;
  if (text.length + 2 > codes.length) {
    memory = Buffer.alloc(2 ** Math.ceil(Math.log2(2 * text.length + 4)));
    codes = new Uint16Array(memory.buffer, memory.byteOffset, memory.length >> 1);
  }
  if (LITTLE_ENDIAN) memory.write(text, 0, 'utf16le');
  else for (let at = 0; at < text.length; at++) codes[at] = text.charCodeAt(at);
  codes[text.length] = codes[text.length + 1] = 0;
  held = text;
  return codes;
}

const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
