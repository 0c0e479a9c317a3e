// What a page is about: files, the command line, and how the shader is run. It is what share links and the browser keep.

export interface TextFile {
  name: string;
  text: string;
}

export interface State {
  /** The first is compiled, the others may be included. */
  files: TextFile[];
  /** The command line, as one types it. */
  args: string;
  /** A job file: how the shader is run. Empty if nobody has said it. */
  job: string;
}

const MOST_FILES = 64;
const MOST_BYTES = 4 << 20;

/** A state out of what a link or the browser's storage holds. Throws an error that says what is wrong. */
export function checked(value: unknown): State {
  if (typeof value !== "object" || value === null) throw new Error("it holds no state");
  const { files, args = "", job = "" } = value as Record<string, unknown>;
  if (!Array.isArray(files) || files.length === 0) throw new Error("it holds no files");
  if (files.length > MOST_FILES) throw new Error(`more than ${MOST_FILES} files are too many`);
  if (typeof args !== "string" || typeof job !== "string") throw new Error("its options are no text");
  const all = files.map(file);
  const bytes = all.reduce((sum, { text }) => sum + text.length, args.length + job.length);
  if (bytes > MOST_BYTES) throw new Error("its texts are too long");
  if (new Set(all.map(({ name }) => name)).size !== all.length) throw new Error("two of its files have one name");
  return { files: all, args, job };
}

function file(value: unknown): TextFile {
  const { name, text } = (value ?? {}) as Record<string, unknown>;
  if (typeof name !== "string" || typeof text !== "string") throw new Error("one of its files has no name or no text");
  if (!isName(name)) throw new Error(`'${name.slice(0, 40)}' is no name of a file`);
  return { name, text };
}

/** Names that can be included. */
export function isName(name: string): boolean {
  return /^[^\0-\x1f\\:*?"<>|]{1,200}$/.test(name) && name.trim() === name && !name.startsWith("/");
}

/** The words of a command line: quotes keep spaces. */
export function words(line: string): string[] {
  const all: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (const character of line) {
    if (quote !== "") {
      if (character === quote) quote = "";
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= "";
    } else if (/\s/.test(character)) {
      if (word !== undefined) all.push(word);
      word = undefined;
    } else {
      word = (word ?? "") + character;
    }
  }
  if (word !== undefined) all.push(word);
  return all;
}

/** The command line without its program and its input, if it was copied with them: `dxc -spirv -T cs_6_0 a.hlsl`. */
export function options(line: string): string[] {
  const all = words(line);
  if (/^(.*\/)?(dxc|hlsl2spirv)(\.exe)?$/.test(all[0] ?? "")) all.shift();
  return all.filter((word) => !/^[^-].*\.(hlsl|hlsli|fx)$/.test(word));
}
