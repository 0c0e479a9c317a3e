// The state of a page: files, the command line, and how the shader is run. Share links, saved files and the browser keep it.

export interface TextFile {
  name: string;
  text: string;
}

export interface State {
  /** The first is compiled, the others may be included. */
  files: TextFile[];
  /** The command line, as one types it. */
  args: string;
  /** A job file: how the shader is run. Empty if not specified. */
  job: string;
  /** Pictures and other files that the job names, by their names, in base64. */
  data: Record<string, string>;
}

const MOST_FILES = 64;
const MOST_BYTES = 4 << 20;
/** The most characters of all data. */
export const MOST_DATA = 16 << 20;

/** A state out of what a link or the browser's storage holds. Throws an error that says what is wrong. */
export function checked(value: unknown): State {
  if (typeof value !== "object" || value === null) throw new Error("it holds no state");
  const { files, args = "", job = "", data = {} } = value as Record<string, unknown>;
  if (!Array.isArray(files) || files.length === 0) throw new Error("it holds no files");
  if (files.length > MOST_FILES) throw new Error(`more than ${MOST_FILES} files are too many`);
  if (typeof args !== "string" || typeof job !== "string") throw new Error("its options are not a string");
  const all = files.map(file);
  const bytes = all.reduce((sum, { text }) => sum + text.length, args.length + job.length);
  if (bytes > MOST_BYTES) throw new Error("its texts are too long");
  if (new Set(all.map(({ name }) => name)).size !== all.length) throw new Error("two of its files have one name");
  return { files: all, args, job, data: checkedData(data) };
}

function checkedData(value: unknown): State["data"] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("its data is damaged");
  const all = Object.entries(value as Record<string, unknown>);
  const texts = all.map(([name, text]): [string, string] => {
    if (!isName(name) || typeof text !== "string" || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new Error("its data is damaged");
    return [name, text];
  });
  if (texts.reduce((sum, [, text]) => sum + text.length, 0) > MOST_DATA) throw new Error("its data is too long");
  return Object.fromEntries(texts);
}

const VERSION = 1;

/** A state as a file. */
export const saved = (state: State): string => JSON.stringify({ playground: VERSION, ...state });

/** The state of a file's document. Throws an error that says what is wrong. */
export function opened(document: { playground?: unknown }): State {
  const { playground } = document;
  if (playground !== VERSION) throw new Error(`it is of version ${String(playground).slice(0, 8)}, which this page does not know`);
  return checked(document);
}

function file(value: unknown): TextFile {
  const { name, text } = (value ?? {}) as Record<string, unknown>;
  if (typeof name !== "string" || typeof text !== "string") throw new Error("one of its files has no name or no text");
  if (!isName(name)) throw new Error(`'${name.slice(0, 40)}' is not a valid file name`);
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
