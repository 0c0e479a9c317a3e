//! Words to instructions: splits a module into instructions whose operands are typed by the grammar.
//!
//! Checks what needs no knowledge of ids: the header, word counts, known opcodes and values, and that ids are in
//! bounds. Every error has the offset of the instruction's first word.

use super::enums::Kind;
use super::ops::{self, OpRow};
use crate::diagnostics::{Code, Error, Result};
use rustc_hash::FxHashMap;
use spirv::Op;
use spirv::grammar::{
    LogicalOperand, OPENCL_DEBUGINFO_100_INSTRUCTION_TABLE, OperandKind, OperandQuantifier, ext_inst_table,
};
use std::fmt;
use std::ops::Deref;
use std::rc::Rc;

/// The limit of the id bound.
pub const MAX_BOUND: u32 = 0x3F_FFFF;
/// The version that the newest known grammar describes.
const NEWEST: (u8, u8) = (1, 6);

/// The header of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Major and minor version.
    pub version: (u8, u8),
    /// The tool that made the module.
    pub generator: u32,
    /// All ids are below this.
    pub bound: u32,
}

/// An operand of an instruction.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// An id.
    Id(u32),
    /// The id of a scope or of memory semantics.
    ConstantId(Kind, u32),
    /// A literal.
    Literal(u32),
    /// A literal whose width depends on a type.
    Number(u64),
    /// Text.
    Text(Box<str>),
    /// An enumerant with its own operands.
    Enum(Kind, u32, Box<[Operand]>),
}

/// The operands of an instruction: a slice of a list that all instructions share, so that none needs memory of its own.
#[derive(Clone)]
pub struct Operands {
    all: Rc<Vec<Operand>>,
    start: u32,
    end: u32,
}

impl Operands {
    /// The operands.
    pub fn as_slice(&self) -> &[Operand] {
        self
    }
}

impl Deref for Operands {
    type Target = [Operand];
    #[inline]
    fn deref(&self) -> &[Operand] {
        &self.all[self.start as usize..self.end as usize]
    }
}

impl From<Vec<Operand>> for Operands {
    fn from(operands: Vec<Operand>) -> Self {
        let end = operands.len() as u32;
        Operands { all: Rc::new(operands), start: 0, end }
    }
}

impl<'o> IntoIterator for &'o Operands {
    type Item = &'o Operand;
    type IntoIter = std::slice::Iter<'o, Operand>;
    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Operands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// An instruction.
#[derive(Clone, Debug)]
pub struct Inst {
    /// The opcode.
    pub op: Op,
    /// The offset of its first word.
    pub offset: u32,
    /// The id of the result type.
    pub ty: Option<u32>,
    /// The id of the result.
    pub result: Option<u32>,
    /// The other operands.
    pub operands: Operands,
}

/// An instruction during decoding: its operands end where those of the next one start.
struct Head {
    op: Op,
    offset: u32,
    ty: Option<u32>,
    result: Option<u32>,
    start: u32,
}

/// The extended instruction sets that `OpExtInst` can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtSet {
    /// `GLSL.std.450`.
    Gl,
    /// `OpenCL.std`.
    Cl,
    /// A non-semantic set, all of whose operands are ids.
    NonSemantic,
    /// `OpenCL.DebugInfo.100`, which mixes ids and numbers.
    DebugInfo,
    /// A vendor's set, by its name, which the grammar lists.
    Vendor(&'static str),
}

/// The sets of vendors.
const VENDOR_SETS: [&str; 4] = [
    "SPV_AMD_gcn_shader",
    "SPV_AMD_shader_ballot",
    "SPV_AMD_shader_explicit_vertex_parameter",
    "SPV_AMD_shader_trinary_minmax",
];

/// The debug sets. They share most numbers.
pub const DEBUG_SETS: [&str; 2] = ["OpenCL.DebugInfo.100", "NonSemantic.Shader.DebugInfo.100"];

/// The instruction set with this name.
pub fn ext_set(name: &str) -> Option<ExtSet> {
    match name {
        "GLSL.std.450" => Some(ExtSet::Gl),
        "OpenCL.std" => Some(ExtSet::Cl),
        "OpenCL.DebugInfo.100" => Some(ExtSet::DebugInfo),
        _ if name.starts_with("NonSemantic.") => Some(ExtSet::NonSemantic),
        _ => VENDOR_SETS.into_iter().find(|set| *set == name).map(ExtSet::Vendor),
    }
}

/// Splits a module into its header and its instructions.
pub fn decode(words: &[u32]) -> Result<(Header, Vec<Inst>)> {
    let header = header(words)?;
    let (bound, types) = (header.bound, vec![0; header.bound as usize]);
    let operands = Vec::with_capacity(words.len() / 2);
    let heads = Vec::with_capacity(words.len() / 4);
    let mut decoder = Decoder { bound, types, operands, heads, ..Decoder::default() };
    let mut offset = 5;
    while offset < words.len() {
        let count = (words[offset] >> 16) as usize;
        let Some(body) = words.get(offset..offset + count).filter(|body| !body.is_empty()) else {
            let message = format!("instruction of {count} words extends past the end of the module");
            return Err(Error::at_word(Code::Truncated, offset as u32, message));
        };
        decoder.inst(body, offset as u32)?;
        offset += count;
    }
    Ok((header, with_operands(&decoder.heads, decoder.operands)))
}

fn with_operands(heads: &[Head], operands: Vec<Operand>) -> Vec<Inst> {
    let (end, all) = (operands.len() as u32, Rc::new(operands));
    let ends = heads.iter().skip(1).map(|next| next.start).chain([end]);
    let inst = |(head, end): (&Head, u32)| {
        let Head { op, offset, ty, result, start } = *head;
        Inst { op, offset, ty, result, operands: Operands { all: all.clone(), start, end } }
    };
    heads.iter().zip(ends).map(inst).collect()
}

fn header(words: &[u32]) -> Result<Header> {
    let error = |offset, message: &str| Err(Error::at_word(Code::Header, offset, message));
    if words.len() < 5 {
        return error(0, "module header is truncated");
    }
    if words[0] != spirv::MAGIC_NUMBER {
        return error(0, "invalid SPIR-V magic number");
    }
    let version = ((words[1] >> 16) as u8, (words[1] >> 8) as u8);
    if words[1] & 0xFF00_00FF != 0 || version.0 != 1 || version > NEWEST {
        let message = match version > NEWEST {
            true => format!(
                "unsupported version {}.{}: the newest supported version is {}.{}",
                version.0, version.1, NEWEST.0, NEWEST.1
            ),
            false => "invalid SPIR-V version".to_owned(),
        };
        return error(1, &message);
    }
    if words[3] == 0 || words[3] > MAX_BOUND {
        return Err(Error::at_word(Code::Limit, 3, format!("id bound is out of range (1 to {MAX_BOUND})")));
    }
    if words[4] != 0 {
        return error(4, "instruction schema is not 0");
    }
    Ok(Header { version, generator: words[2], bound: words[3] })
}

/// State that determines the width of numbers and the sets of extended instructions.
#[derive(Default)]
struct Decoder {
    bound: u32,
    widths: FxHashMap<u32, u32>,
    /// The type of each id, by its number; 0 if it has none. Allocated when first written.
    types: Vec<u32>,
    sets: FxHashMap<u32, ExtSet>,
    /// The instructions so far, and the operands of all of them, one after the other.
    heads: Vec<Head>,
    operands: Vec<Operand>,
}

impl Decoder {
    fn inst(&mut self, body: &[u32], offset: u32) -> Result<()> {
        let opcode = body[0] & 0xFFFF;
        let Some(row) = ops::by_opcode(opcode) else {
            let message = format!("unknown opcode {opcode}");
            return Err(Error::at_word(Code::UnknownInstruction, offset, message));
        };
        let op = row.code.core().unwrap_or(Op::Nop);
        let mut words = Words { words: &body[1..], offset, name: row.info.name, bound: self.bound };
        let (ty, result) = words.result(row)?;
        let head = Head { op, offset, ty, result, start: self.operands.len() as u32 };
        match op {
            Op::ExtInst | Op::ExtInstWithForwardRefsKHR => self.ext_inst(&mut words)?,
            Op::SpecConstantOp => self.spec_constant_op(&mut words)?,
            Op::Constant | Op::SpecConstant => {
                let width = self.widths.get(&ty.unwrap_or(0)).copied();
                self.operands.push(words.number(width)?);
            }
            Op::Switch => self.switch(&mut words)?,
            _ => words.instruction(row, &mut self.operands)?,
        }
        words.finish()?;
        self.remember(&head)?;
        self.heads.push(head);
        Ok(())
    }

    fn remember(&mut self, inst: &Head) -> Result<()> {
        let Some(result) = inst.result else { return Ok(()) };
        match (inst.op, &self.operands[inst.start as usize..]) {
            (Op::TypeInt | Op::TypeFloat, [Operand::Literal(width), ..]) => {
                self.widths.insert(result, *width);
            }
            (Op::ExtInstImport, [Operand::Text(name)]) => {
                let Some(set) = ext_set(name) else {
                    let message = format!("unknown extended instruction set '{name}'");
                    return Err(Error::at_word(Code::UnknownInstruction, inst.offset, message));
                };
                self.sets.insert(result, set);
            }
            _ => {}
        }
        if let Some(ty) = inst.ty {
            self.types[result as usize] = ty;
        }
        Ok(())
    }

    fn ext_inst(&mut self, words: &mut Words<'_>) -> Result<()> {
        let id = words.id()?;
        let number = words.word()?;
        self.operands.extend([Operand::Id(id), Operand::Literal(number)]);
        let Some(set) = self.sets.get(&id) else {
            return words.error(Code::Id, format!("%{id} is not an extended instruction set"));
        };
        let row = match set {
            ExtSet::DebugInfo => return debug_info(words, number, &mut self.operands),
            ExtSet::Gl => ops::by_gl(number),
            ExtSet::Cl => ops::by_cl(number),
            ExtSet::NonSemantic => {
                while !words.words.is_empty() {
                    self.operands.push(Operand::Id(words.id()?));
                }
                return Ok(());
            }
            ExtSet::Vendor(set) => {
                return match ext_inst_table(set).and_then(|table| table.lookup_opcode(number)) {
                    Some(row) => words.operands(row.operands, &mut self.operands),
                    None => words.no_such_instruction(number),
                };
            }
        };
        match row {
            Some(row) => words.instruction(row, &mut self.operands),
            None => words.no_such_instruction(number),
        }
    }

    fn spec_constant_op(&mut self, words: &mut Words<'_>) -> Result<()> {
        let opcode = words.word()?;
        let Some(row) = ops::by_opcode(opcode).filter(|row| row.has_result) else {
            return words.error(Code::UnknownInstruction, format!("unknown constant operation with opcode {opcode}"));
        };
        self.operands.push(Operand::Literal(opcode));
        words.operands(row.operands, &mut self.operands)
    }

    fn switch(&mut self, words: &mut Words<'_>) -> Result<()> {
        let selector = words.id()?;
        let width = self.types.get(selector as usize).and_then(|ty| self.widths.get(ty)).copied();
        self.operands.extend([Operand::Id(selector), Operand::Id(words.id()?)]);
        while !words.words.is_empty() {
            self.operands.push(words.number(width)?);
            self.operands.push(Operand::Id(words.id()?));
        }
        Ok(())
    }
}

/// The operands of an instruction after result type and result, whose ids are below `bound`.
pub(super) fn operands(row: &OpRow, words: &[u32], bound: u32) -> Result<Vec<Operand>> {
    let mut words = Words { words, offset: 0, name: row.info.name, bound };
    let mut all = Vec::with_capacity(words.words.len());
    words.instruction(row, &mut all)?;
    words.finish()?;
    Ok(all)
}

/// An enumerant with its operands, none of which is an id.
pub(super) fn enumerant(kind: Kind, words: &[u32]) -> Result<Operand> {
    let mut words = Words { words, offset: 0, name: kind.table().name, bound: 0 };
    let operand = words.enumerated(kind)?;
    words.finish()?;
    Ok(operand)
}

/// The operands of an instruction of `OpenCL.DebugInfo.100`: ids and literals.
fn debug_info(words: &mut Words<'_>, number: u32, out: &mut Vec<Operand>) -> Result<()> {
    let Some(grammar) = OPENCL_DEBUGINFO_100_INSTRUCTION_TABLE.lookup_opcode(number) else {
        return words.error(Code::UnknownInstruction, format!("unknown instruction {number} of the set"));
    };
    let mut kinds = grammar.operands.iter();
    while !words.words.is_empty() {
        // Further operands repeat the last one.
        let kind = kinds.next().or(grammar.operands.last()).map(|operand| operand.kind);
        out.push(match kind {
            Some(OperandKind::IdRef | OperandKind::PairIdRefIdRef) => Operand::Id(words.id()?),
            _ => Operand::Literal(words.word()?),
        });
    }
    Ok(())
}

/// The position of the first byte of a word that is zero, counted from the lowest.
fn first_zero(word: u32) -> Option<usize> {
    // A byte is zero if subtracting 1 borrows into its highest bit; above the first one, borrows go on.
    let zeros = word.wrapping_sub(0x0101_0101) & !word & 0x8080_8080;
    (zeros != 0).then(|| zeros.trailing_zeros() as usize / 8)
}

/// The words of an instruction that have not been read.
struct Words<'w> {
    words: &'w [u32],
    offset: u32,
    name: &'static str,
    bound: u32,
}

impl Words<'_> {
    #[cold]
    fn error<T>(&self, code: Code, message: impl Into<String>) -> Result<T> {
        Err(Error::at_word(code, self.offset, format!("{}: {}", self.name, message.into())))
    }

    #[inline]
    fn word(&mut self) -> Result<u32> {
        match self.words.split_first() {
            Some((first, rest)) => {
                self.words = rest;
                Ok(*first)
            }
            None => self.error(Code::Truncated, "missing operands"),
        }
    }

    #[inline]
    fn id(&mut self) -> Result<u32> {
        let id = self.word()?;
        if id == 0 || id >= self.bound {
            return self.wrong_id(id);
        }
        Ok(id)
    }

    #[cold]
    fn wrong_id<T>(&self, id: u32) -> Result<T> {
        self.error(Code::Id, format!("id {id} is not less than the bound {}", self.bound))
    }

    fn no_such_instruction(&self, number: u32) -> Result<()> {
        self.error(Code::UnknownInstruction, format!("unknown instruction {number} of the set"))
    }

    fn finish(&self) -> Result<()> {
        match self.words.len() {
            0 => Ok(()),
            left => self.error(Code::Truncated, format!("{left} extra words after the last operand")),
        }
    }

    fn result(&mut self, row: &OpRow) -> Result<(Option<u32>, Option<u32>)> {
        if !row.has_result {
            return Ok((None, None));
        }
        let ty = if row.has_type { Some(self.id()?) } else { None };
        Ok((ty, Some(self.id()?)))
    }

    /// A number of 32 bits or fewer in one word, of more in two.
    fn number(&mut self, width: Option<u32>) -> Result<Operand> {
        let Some(width) = width else { return self.error(Code::Type, "type of a literal is not numeric") };
        let low = u64::from(self.word()?);
        if width <= 32 {
            return Ok(Operand::Number(low));
        }
        Ok(Operand::Number(low | u64::from(self.word()?) << 32))
    }

    /// The operands of an instruction after result type and result.
    #[inline]
    fn instruction(&mut self, row: &OpRow, out: &mut Vec<Operand>) -> Result<()> {
        // The general path below reports errors.
        if let Some((ids, literals)) = row.ids.among(self.words.len()).and_then(|ids| self.words.split_at_checked(ids))
        {
            // One less than an id is less than this: 0 becomes the largest number.
            let last = self.bound.saturating_sub(1);
            if ids.iter().all(|id| id.wrapping_sub(1) < last) {
                out.extend(ids.iter().map(|id| Operand::Id(*id)));
                if !literals.is_empty() {
                    out.extend(literals.iter().map(|literal| Operand::Literal(*literal)));
                }
                self.words = &[];
                return Ok(());
            }
        }
        self.operands(row.operands, out)
    }

    fn operands(&mut self, grammar: &[LogicalOperand], out: &mut Vec<Operand>) -> Result<()> {
        for operand in grammar {
            match operand.quantifier {
                OperandQuantifier::One => self.operand(operand.kind, out)?,
                OperandQuantifier::ZeroOrOne => {
                    if !self.words.is_empty() {
                        self.operand(operand.kind, out)?;
                    }
                }
                OperandQuantifier::ZeroOrMore => {
                    while !self.words.is_empty() {
                        self.operand(operand.kind, out)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn operand(&mut self, kind: OperandKind, out: &mut Vec<Operand>) -> Result<()> {
        // Most are ids.
        if kind == OperandKind::IdRef {
            out.push(Operand::Id(self.id()?));
            return Ok(());
        }
        if let Some(kind) = Kind::of(kind) {
            out.push(self.enumerated(kind)?);
            return Ok(());
        }
        let operand = match kind {
            OperandKind::IdScope => Operand::ConstantId(Kind::Scope, self.id()?),
            OperandKind::IdMemorySemantics => Operand::ConstantId(Kind::MemorySemantics, self.id()?),
            OperandKind::IdResult | OperandKind::IdResultType => Operand::Id(self.id()?),
            OperandKind::LiteralString => Operand::Text(self.text()?),
            OperandKind::LiteralInteger
            | OperandKind::LiteralFloat
            | OperandKind::LiteralExtInstInteger
            | OperandKind::LiteralSpecConstantOpInteger => Operand::Literal(self.word()?),
            OperandKind::PairIdRefIdRef => {
                out.push(Operand::Id(self.id()?));
                Operand::Id(self.id()?)
            }
            OperandKind::PairIdRefLiteralInteger => {
                out.push(Operand::Id(self.id()?));
                Operand::Literal(self.word()?)
            }
            _ => return self.error(Code::UnknownInstruction, "unknown operand kind"),
        };
        out.push(operand);
        Ok(())
    }

    fn enumerated(&mut self, kind: Kind) -> Result<Operand> {
        let value = self.word()?;
        let table = kind.table();
        let mut params = Vec::new();
        for part in table.pieces(value) {
            let Some(part) = part else {
                let message = match kind {
                    Kind::Capability => format!("Capability has no value {value}"),
                    _ => format!("unknown {} {value}", table.name),
                };
                return self.error(Code::UnknownValue, message);
            };
            // The parameters of an enumerant are plain operands: the grammar does not nest them further.
            if !part.params.is_empty() {
                params.reserve_exact(part.params.len());
                self.operands(part.params, &mut params)?;
            }
        }
        Ok(Operand::Enum(kind, value, params.into()))
    }

    fn text(&mut self) -> Result<Box<str>> {
        let Some(last) = self.words.iter().position(|word| first_zero(*word).is_some()) else {
            self.words = &[];
            return self.word().map(|_| Box::default());
        };
        let end = first_zero(self.words[last]).unwrap_or_default();
        let mut bytes = Vec::with_capacity(last * 4 + end);
        self.words[..last].iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
        bytes.extend_from_slice(&self.words[last].to_le_bytes()[..end]);
        self.words = &self.words[last + 1..];
        match String::from_utf8(bytes) {
            Ok(text) => Ok(text.into()),
            Err(_) => self.error(Code::Operand, "string is not UTF-8"),
        }
    }
}
