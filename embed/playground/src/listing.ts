// SPIR-V as text: its instructions, which of them are about which line of the source, and where ids are defined.

export interface Instruction {
  /** The first line of the text, from 0. */
  line: number;
  lines: number;
  name: string;
}

export interface Listing {
  text: string;
  instructions: Instruction[];
  /** The lines of the definitions of ids. */
  definitions: Map<string, number>;
}

const DEBUG = new Set(["OpLine", "OpNoLine", "OpString", "OpSource", "OpSourceContinued", "OpSourceExtension", "OpModuleProcessed"]);

export function listing(text: string): Listing {
  const instructions: Instruction[] = [];
  const definitions = new Map<string, number>();
  let isInString = false;
  text.split("\n").forEach((line, number) => {
    const last = instructions.at(-1);
    if (isInString && last !== undefined) {
      last.lines = number - last.line + 1;
    } else {
      const [, id, name] = /^\s*(?:(%\S+) = )?(Op\w+)/.exec(line) ?? [];
      if (name === undefined) return;
      if (id !== undefined) definitions.set(id, number);
      instructions.push({ line: number, lines: 1, name });
    }
    const quotes = line.replaceAll(/\\./g, "").split('"').length - 1;
    if (quotes % 2 === 1) isInString = !isInString;
  });
  return { text, instructions, definitions };
}

/** A line of a file. */
export interface SourceLine {
  file: string;
  line: number;
}

/** The source of each line of a listing; nothing where there is none. */
export type Lines = (SourceLine | undefined)[];

/** The sources of the instructions of a module with `OpLine`, which are left out. */
function traced(module: Listing): { name: string; source: SourceLine | undefined; line: number; lines: number }[] {
  const texts = module.text.split("\n");
  const files = new Map<string, string>();
  let source: SourceLine | undefined;
  return module.instructions.flatMap(({ name, line, lines }) => {
    const text = texts[line] ?? "";
    const [, id, file] = /(%\S+) = OpString "(.*)"/.exec(text) ?? [];
    if (id !== undefined && file !== undefined) files.set(id, file);
    const [, of, number] = /OpLine (%\S+) (\d+)/.exec(text) ?? [];
    if (of !== undefined) source = { file: files.get(of) ?? "", line: Number(number) };
    if (name === "OpNoLine" || name === "OpFunctionEnd") source = undefined;
    return DEBUG.has(name) ? [] : [{ name, source, line, lines }];
  });
}

/**
 * The lines of a module, as the same module compiled with lines tells them: the instructions must be the same. Nothing if they
 * are not, or if there are no lines.
 */
export function linesOf(module: Listing, withLines: Listing): Lines | undefined {
  const all = traced(withLines);
  const own = traced(module);
  if (all.length !== own.length || all.some(({ name }, at) => name !== own[at]?.name)) return undefined;
  const lines: Lines = [];
  own.forEach(({ line, lines: count }, at) => {
    for (let one = line; one < line + count; one++) lines[one] = all[at]?.source;
  });
  return lines.some((line) => line !== undefined) ? lines : undefined;
}
