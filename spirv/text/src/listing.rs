//! Modules as text, byte for byte as SPIRV-Tools' `spirv-dis` prints them, except that `spirv-dis` forgets the number
//! of `FPMaxErrorDecorationINTEL`.
//!
//! Prints the instructions of [`dialect::spirv::decode`] in one pass; friendly names come from [`names`], a pass before. Knows
//! nothing of what a module means.

pub(crate) mod debug_info;
mod names;
mod numbers;

use dialect::diagnostics::Result;
use dialect::spirv::decode::{self, Header, Inst, Operand};
use dialect::spirv::enums::Kind;
use names::Names;
use numbers::Numbers;
use rustc_hash::FxHashMap;
use spirv::Op;
use spirv::grammar::{OperandKind, ext_inst_table};
use std::borrow::Cow;
use std::fmt::Write as _;

/// The column of the opcodes.
const INDENT: usize = 15;
/// The column of the comments, unless the instruction is longer.
const COMMENT_COLUMN: usize = 50;
/// Comments after longer lines do not push those of the next lines further than this.
const LAST_COMMENT_COLUMN: usize = 256;

/// The form of a listing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Listing {
    /// True if ids are printed as numbers instead of names.
    pub raw_ids: bool,
    /// True if the byte offset of each instruction is printed.
    pub byte_offsets: bool,
    /// True if ANSI colours are used.
    pub colour: bool,
}

/// The escape sequences of a terminal.
#[derive(Clone, Copy)]
enum Colour {
    Reset,
    Grey,
    Red,
    Green,
    Yellow,
    Blue,
}

impl Colour {
    const fn sequence(self) -> &'static str {
        match self {
            Colour::Reset => "\x1b[0m",
            Colour::Grey => "\x1b[1;30m",
            Colour::Red => "\x1b[31m",
            Colour::Green => "\x1b[32m",
            Colour::Yellow => "\x1b[33m",
            // Blue is hard to read on the consoles of Windows.
            Colour::Blue if cfg!(windows) => "\x1b[94m",
            Colour::Blue => "\x1b[34m",
        }
    }
}

/// The module as text.
///
/// # Errors
/// When the words are not a SPIR-V module.
pub fn print(words: &[u32], listing: Listing) -> Result<String> {
    let (header, insts) = decode::decode(words)?;
    let names = if listing.raw_ids { Names::default() } else { Names::of(&insts) };
    let numbers = Numbers::default();
    let mut printer = Printer {
        listing,
        names,
        numbers,
        sets: FxHashMap::default(),
        text: head(header),
        line: String::new(),
        column: 0,
    };
    for inst in &insts {
        printer.numbers.remember(inst);
        printer.inst(inst);
    }
    Ok(printer.text)
}

/// The comments before the first instruction.
fn head(header: Header) -> String {
    let Header { version: (major, minor), generator, bound } = header;
    let (tool, release) = (generator >> 16, generator & 0xFFFF);
    let known = GENERATORS.get(tool as usize).map(|name| (*name).to_owned());
    let tool = known.unwrap_or_else(|| format!("Unknown({tool})"));
    format!("; SPIR-V\n; Version: {major}.{minor}\n; Generator: {tool}; {release}\n; Bound: {bound}\n; Schema: 0\n")
}

struct Printer<'m> {
    listing: Listing,
    names: Names,
    numbers: Numbers,
    /// The names of the sets of extended instructions, by their ids.
    sets: FxHashMap<u32, &'m str>,
    text: String,
    line: String,
    /// The column of the previous line's comment.
    column: usize,
}

impl<'m> Printer<'m> {
    fn inst(&mut self, inst: &'m Inst) {
        if let (Op::ExtInstImport, Some(id), [Operand::Text(name)]) = (inst.op, inst.result, inst.operands.as_slice()) {
            self.sets.insert(id, name);
        }
        self.line.clear();
        self.result(inst.result);
        self.line.push_str("Op");
        self.line.push_str(&op_name(inst.op));
        if let Some(ty) = inst.ty {
            self.id(ty);
        }
        self.operands(inst);
        self.text.push_str(&self.line);
        if self.listing.byte_offsets {
            self.offset(inst.offset);
        }
        self.text.push('\n');
    }

    fn result(&mut self, result: Option<u32>) {
        let Some(id) = result else { return self.line.extend(std::iter::repeat_n(' ', INDENT)) };
        // The colour ends at the start of the next line, as in `spirv-dis`.
        if self.listing.colour {
            self.text.push_str(Colour::Blue.sequence());
            self.text.push_str(Colour::Reset.sequence());
        }
        let start = self.line.len();
        self.names.write(id, &mut self.line);
        let length = self.line.len() - start;
        let blanks = (INDENT - " = %".len()).saturating_sub(length);
        self.line.insert_str(start, &format!("{:blanks$}%", ""));
        self.line.push_str(" = ");
    }

    fn operands(&mut self, inst: &Inst) {
        match (inst.op, inst.operands.as_slice()) {
            (Op::ExtInst | Op::ExtInstWithForwardRefsKHR, [Operand::Id(set), Operand::Literal(number), rest @ ..]) => {
                self.ext_inst(*set, *number, rest);
            }
            (Op::SpecConstantOp, [Operand::Literal(opcode), rest @ ..]) => {
                let op = Op::from_u32(*opcode).unwrap_or(Op::Nop);
                self.coloured(Colour::Red, &op_name(op));
                self.plain(rest);
            }
            (Op::Constant | Op::SpecConstant, [Operand::Number(bits)]) => self.number(inst.ty, *bits),
            (Op::Switch, [Operand::Id(selector), rest @ ..]) => {
                self.id(*selector);
                let ty = self.numbers.type_of(*selector);
                for operand in rest {
                    match operand {
                        Operand::Number(bits) => self.number(ty, *bits),
                        other => self.operand(other),
                    }
                }
            }
            (_, operands) => self.plain(operands),
        }
    }

    fn plain(&mut self, operands: &[Operand]) {
        for operand in operands {
            self.operand(operand);
        }
    }

    fn ext_inst(&mut self, set: u32, number: u32, operands: &[Operand]) {
        self.id(set);
        let name = self.sets.get(&set).copied().unwrap_or_default();
        let instruction = named_set(name).and_then(ext_inst_table).and_then(|table| table.lookup_opcode(number));
        let Some(instruction) = instruction else {
            self.coloured(Colour::Red, &number.to_string());
            return self.plain(operands);
        };
        self.coloured(Colour::Red, instruction.opname);
        let mut grammar = instruction.operands.iter();
        for operand in operands {
            // Further operands repeat the last one.
            let kind = grammar.next().or(instruction.operands.last()).map(|row| row.kind);
            match (operand, kind) {
                (Operand::Literal(value), Some(OperandKind::OpenclDebuginfo100(kind))) => {
                    self.uncoloured(&debug_info::text(kind, *value));
                }
                (Operand::Literal(value), Some(kind)) if Kind::of(kind).is_some() => {
                    self.uncoloured(&Kind::of(kind).map(|kind| enumerant(kind, *value)).unwrap_or_default());
                }
                _ => self.operand(operand),
            }
        }
    }

    fn operand(&mut self, operand: &Operand) {
        match operand {
            Operand::Id(id) | Operand::ConstantId(_, id) => self.id(*id),
            Operand::Literal(value) => self.literal(&value.to_string()),
            Operand::Number(bits) => self.literal(&bits.to_string()),
            Operand::Text(text) => self.string(text),
            Operand::Enum(kind, value, params) => {
                self.uncoloured(&enumerant(*kind, *value));
                let is_float = takes_float(*kind, *value);
                for param in params {
                    match param {
                        Operand::Literal(bits) if is_float => self.literal(&numbers::float(*bits)),
                        other => self.operand(other),
                    }
                }
            }
        }
    }

    fn id(&mut self, id: u32) {
        self.line.push(' ');
        self.colour(Colour::Yellow);
        self.line.push('%');
        self.names.write(id, &mut self.line);
        self.colour(Colour::Reset);
    }

    fn number(&mut self, ty: Option<u32>, bits: u64) {
        let text = self.numbers.text(ty, bits);
        self.literal(&text);
    }

    fn literal(&mut self, text: &str) {
        self.coloured(Colour::Red, text);
        self.colour(Colour::Reset);
    }

    fn string(&mut self, text: &str) {
        self.line.push_str(" \"");
        self.colour(Colour::Green);
        for c in text.chars() {
            if matches!(c, '"' | '\\') {
                self.line.push('\\');
            }
            self.line.push(c);
        }
        self.colour(Colour::Reset);
        self.line.push('"');
        self.colour(Colour::Reset);
    }

    fn coloured(&mut self, colour: Colour, text: &str) {
        self.line.push(' ');
        self.colour(colour);
        self.line.push_str(text);
        self.colour(Colour::Reset);
    }

    fn uncoloured(&mut self, text: &str) {
        self.line.push(' ');
        self.line.push_str(text);
        self.colour(Colour::Reset);
    }

    fn colour(&mut self, colour: Colour) {
        if self.listing.colour {
            self.line.push_str(colour.sequence());
        }
    }

    /// The comment with the offset of an instruction, in bytes.
    fn offset(&mut self, word: u32) {
        let length = visible_length(&self.line);
        let column = (length + 2).max(self.column).max(COMMENT_COLUMN).next_multiple_of(4);
        self.column = column.min(LAST_COMMENT_COLUMN);
        let (start, end) = match self.listing.colour {
            true => (Colour::Grey.sequence(), Colour::Reset.sequence()),
            false => ("", ""),
        };
        let _ = write!(self.text, "{:1$}; {start}0x{2:08x}{end}", "", column - length, u64::from(word) * 4);
    }
}

/// The number of visible bytes in a line.
fn visible_length(line: &str) -> usize {
    let mut hidden = false;
    let mut length = 0;
    for byte in line.bytes() {
        match (hidden, byte) {
            (false, 0x1b) => hidden = true,
            (false, _) => length += 1,
            (true, byte) => hidden = byte != b'm',
        }
    }
    length
}

/// The grammar's name of a set whose instructions have names in listings. SPIRV-Tools know more sets of the grammar,
/// but print their instructions as numbers.
pub(super) fn named_set(name: &str) -> Option<&str> {
    const VERSIONED: [&str; 2] = ["NonSemantic.ClspvReflection", "NonSemantic.VkspReflection"];
    if let Some(family) = VERSIONED.into_iter().find(|family| name.starts_with(&format!("{family}."))) {
        return Some(family);
    }
    let is_named = !name.starts_with("NonSemantic.") || name == "NonSemantic.Shader.DebugInfo.100";
    is_named.then_some(name)
}

/// The text of an enumerated value or of a bit set.
pub(super) fn enumerant(kind: Kind, value: u32) -> String {
    if value == 0 && kind.table().is_mask {
        return match kind {
            Kind::RayFlags | Kind::CooperativeMatrixOperands => "NoneKHR",
            Kind::TensorOperands => "NoneARM",
            Kind::FragmentShadingRate | Kind::CooperativeMatrixReduce => "",
            _ => "None",
        }
        .to_owned();
    }
    let text = kind.table().text(value).split('|').map(spelling).collect::<Vec<_>>().join("|");
    match text.strip_prefix("Dim") {
        // Rust's names cannot start with a digit.
        Some(digits) if kind == Kind::Dim => digits.to_owned(),
        _ => text,
    }
}

/// The name of an instruction, without its prefix.
pub(super) fn op_name(op: Op) -> String {
    spelling(&format!("{op:?}")).into_owned()
}

/// The spelling of a name in listings, if the grammar has renamed it since.
fn spelling(name: &str) -> Cow<'_, str> {
    if let Some(stem) = name.strip_suffix("ALTERA") {
        return Cow::Owned(format!("{stem}INTEL"));
    }
    let renamed = RENAMED.iter().find(|(newer, _)| *newer == name);
    Cow::Borrowed(renamed.map_or(name, |(_, spelt)| spelt))
}

/// Names that listings spell differently from the grammar.
const RENAMED: &[(&str, &str)] = &[("TypeVectorIdEXT", "TypeCooperativeVectorNV")];

/// Returns whether the operand of an enumerant is a floating-point literal.
fn takes_float(kind: Kind, value: u32) -> bool {
    let parts = kind.table().parts(value).unwrap_or_default();
    parts.iter().any(|part| part.params.iter().any(|param| param.kind == OperandKind::LiteralFloat))
}

/// The generators that Khronos has registered, by number.
const GENERATORS: &[&str] = &[
    "Khronos",
    "LunarG",
    "Valve",
    "Codeplay",
    "NVIDIA",
    "ARM",
    "Khronos LLVM/SPIR-V Translator",
    "Khronos SPIR-V Tools Assembler",
    "Khronos Glslang Reference Front End",
    "Qualcomm",
    "AMD",
    "Intel",
    "Imagination",
    "Google Shaderc over Glslang",
    "Google spiregg",
    "Google rspirv",
    "X-LEGEND Mesa-IR/SPIR-V Translator",
    "Khronos SPIR-V Tools Linker",
    "Wine VKD3D Shader Compiler",
    "Tellusim Clay Shader Compiler",
    "W3C WebGPU Group WHLSL Shader Translator",
    "Google Clspv",
    "LLVM MLIR SPIR-V Serializer",
    "Google Tint Compiler",
    "Google ANGLE Shader Compiler",
    "Netease Games Messiah Shader Compiler",
    "Xenia Xenia Emulator Microcode Translator",
    "Embark Studios Rust GPU Compiler Backend",
    "gfx-rs community Naga",
    "Mikkosoft Productions MSP Shader Compiler",
    "SpvGenTwo community SpvGenTwo SPIR-V IR Tools",
    "Google Skia SkSL",
    "TornadoVM Beehive SPIRV Toolkit",
    "DragonJoker ShaderWriter",
    "Rayan Hatout SPIRVSmith",
    "Saarland University Shady",
    "Taichi Graphics Taichi",
    "heroseh Hero C Compiler",
    "Meta SparkSL",
    "SirLynix Nazara ShaderLang Compiler",
    "Khronos Slang Compiler",
    "Zig Software Foundation Zig Compiler",
    "Rendong Liang spq",
    "LLVM LLVM SPIR-V Backend",
    "Robert Konrad Kongruent",
    "Kitsunebi Games Nuvk SPIR-V Emitter and DLSL compiler",
    "Nintendo",
    "ARM",
    "Goopax",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_no_module_are_errors() {
        assert!(print(&[], Listing::default()).is_err());
        assert!(print(&[spirv::MAGIC_NUMBER, 0x1_0000, 0, 1, 0, 0xFFFF_FFFF], Listing::default()).is_err());
    }

    #[test]
    fn unknown_tools_have_numbers() {
        let text = print(&[spirv::MAGIC_NUMBER, 0x1_0300, 0xFFFF_0007, 1, 0], Listing::default()).unwrap();
        assert_eq!(text, "; SPIR-V\n; Version: 1.3\n; Generator: Unknown(65535); 7\n; Bound: 1\n; Schema: 0\n");
    }
}
