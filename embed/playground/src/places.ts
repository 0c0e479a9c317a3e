// Places of messages in texts: the compiler counts bytes from 1, the editor characters from 0.

import type { Text } from "@codemirror/state";
import type { Place } from "../../npm/index.js";

/** The number of UTF-16 units before a byte of a line. */
export function units(line: string, byte: number): number {
  let bytes = 0;
  let at = 0;
  for (const character of line) {
    if (bytes >= byte) break;
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    at += character.length;
  }
  return at;
}

/** The offset of a line and a column. */
function offset(doc: Text, line: number, column: number): number {
  if (line > doc.lines) return doc.length;
  const { from, text } = doc.line(Math.max(line, 1));
  return from + units(text, column - 1);
}

/** The part of a text that a place names: at least one character, where there is one. */
export function range(doc: Text, place: Place): { from: number; to: number } {
  const { line = 1, column = 1 } = place;
  const from = offset(doc, line, column);
  const to = place.end_line === undefined ? from : offset(doc, place.end_line, place.end_column ?? column);
  return { from, to: Math.max(to, from) };
}
