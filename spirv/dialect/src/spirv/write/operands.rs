//! The operands of an instruction, in the order in which the grammar lists them.

use super::{Word, Words, Writer, error};
use crate::diagnostics::Result;
use crate::ir::{Attr, AttrId, NamedAttr, OpId, ValueId};
use crate::spirv::attrs::{self, OperandNames};
use crate::spirv::enums::{self, Enumerant, Kind};
use crate::spirv::facts;
use crate::spirv::ops::{self, Code, OpRow};
use crate::spirv::read::has_variadic_literals;
use spirv::Op;
use spirv::grammar::{LogicalOperand, OperandKind, OperandQuantifier};

impl Writer<'_> {
    /// The rule for all instructions: their operands in the grammar's order.
    pub(super) fn generic(&mut self, op: OpId) -> Result<Words> {
        let info = self.module[op].info;
        let Some(row) = ops::row(info) else { return error(format!("{} is not of this dialect", info.name)) };
        // A function without a result may be called.
        let is_call = row.code == Code::Core(Op::FunctionPointerCallINTEL);
        if matches!(row.code, Code::Core(_)) && row.has_type && self.module[op].results.is_empty() && !is_call {
            return error(format!("{} has no result", info.name));
        }
        let head = match row.code {
            Code::Core(opcode) => self.result_words(op, opcode)?,
            Code::Gl(number) => {
                let set = self.set_id("GLSL.std.450")?;
                self.result_words(op, Op::ExtInst)?.id(set).number(number)
            }
            Code::Cl(number) => {
                let set = self.set_id("OpenCL.std")?;
                self.result_words(op, Op::ExtInst)?.id(set).number(number)
            }
            Code::Mlir(_) => return error(format!("{} has no instruction", info.name)),
        };
        self.operand_words(op, row, head)
    }

    /// Appends the operands of an instruction.
    fn operand_words(&mut self, op: OpId, row: &'static OpRow, words: Words) -> Result<Words> {
        let module = self.module;
        if let Some(count) = self.plain_operands(op, row) {
            return self.plain_words(op, count, words);
        }
        let (held, names) = (held_operands(module, op), OperandNames::default());
        let mut state = Operands { all: &module[op].operands, taken: 0, held, names, words };
        let type_at = ops::type_operand(row.code);
        for (at, operand) in row.operands.iter().enumerate() {
            match (type_at == Some(at), module.attr(op, attrs::TYPE)) {
                (true, Some(attr)) => {
                    let id = self.static_id(attr)?;
                    state.words.push(Word::id(id));
                }
                (true, None) if operand.quantifier == OperandQuantifier::One => {
                    return error(format!("{} lacks a type", row.info.name));
                }
                (true, None) => {}
                (false, _) => self.grammar_operand(op, operand, &mut state)?,
            }
        }
        match state.next() {
            None => Ok(state.words),
            Some(_) => error(format!("{} has too many operands", row.info.name)),
        }
    }

    /// The number of literals after the operands of an op that has nothing else.
    fn plain_operands(&self, op: OpId, row: &OpRow) -> Option<usize> {
        let (count, attrs) = (self.module[op].operands.len(), &self.module[op].attrs);
        let literals = match attrs[..] {
            [] => 0,
            [(attrs::INDICES, _)] => facts::array_of(self.module, op, attrs::INDICES).len(),
            _ => return None,
        };
        (row.ids.among(count + literals) == Some(count) && ops::type_operand(row.code).is_none()).then_some(literals)
    }

    /// The operands of an op, and this many literals.
    fn plain_words(&mut self, op: OpId, literals: usize, mut words: Words) -> Result<Words> {
        let module = self.module;
        for value in &module[op].operands {
            words.push(Word::id(self.value_id(*value)?));
        }
        if literals != 0 {
            for attr in facts::array_of(module, op, attrs::INDICES) {
                words.push(Word::number(self.word(*attr)?));
            }
        }
        Ok(words)
    }

    fn grammar_operand(&mut self, op: OpId, operand: &LogicalOperand, state: &mut Operands<'_>) -> Result<()> {
        let module = self.module;
        let missing = |what: &str| error(format!("{} lacks {what}", module[op].info.name));
        let is_needed = operand.quantifier == OperandQuantifier::One;
        if let Some(kind) = Kind::of(operand.kind) {
            let name = state.names.enumerated(kind, false);
            return match module.attr(op, name) {
                Some(attr) => self.enum_words(op, attr, false, &mut state.words),
                None if is_needed => missing(name),
                None => Ok(()),
            };
        }
        match operand.kind {
            OperandKind::IdScope | OperandKind::IdMemorySemantics => {
                let kind = if operand.kind == OperandKind::IdScope { Kind::Scope } else { Kind::MemorySemantics };
                let name = state.names.enumerated(kind, true);
                match module.attr(op, name) {
                    Some(attr) => self.enum_words(op, attr, true, &mut state.words)?,
                    None if is_needed => return missing(name),
                    None => {}
                }
            }
            OperandKind::LiteralString => match module.attr(op, state.names.text()).map(|attr| &module.ctx[attr]) {
                Some(Attr::Str(text)) => state.words.push_text(text),
                _ if is_needed => return missing("a string"),
                _ => {}
            },
            OperandKind::IdRef => self.id_words(op, operand, state)?,
            _ if operand.quantifier == OperandQuantifier::ZeroOrMore => {
                for attr in facts::array_of(module, op, attrs::INDICES) {
                    state.words.push(Word::number(self.word(*attr)?));
                }
            }
            // Literals before a list of literals are in the list.
            _ if has_variadic_literals(module[op].info) => {}
            _ => match module.attr(op, state.names.literal()) {
                Some(attr) => state.words.push(Word::number(self.word(attr)?)),
                None if is_needed => return missing("a literal"),
                None => {}
            },
        }
        Ok(())
    }

    fn id_words(&mut self, op: OpId, operand: &LogicalOperand, state: &mut Operands<'_>) -> Result<()> {
        if operand.quantifier == OperandQuantifier::ZeroOrMore {
            while let Some(value) = state.next() {
                state.words.push(Word::id(self.value_id(value)?));
            }
            return Ok(());
        }
        if let Some(value) = state.next() {
            state.words.push(Word::id(self.value_id(value)?));
            return Ok(());
        }
        let module = self.module;
        match module.attr(op, attrs::STRING) {
            Some(attr) => state.words.push(Word::id(self.static_id(attr)?)),
            None if operand.quantifier == OperandQuantifier::One => {
                return error(format!("{} has too few operands", module[op].info.name));
            }
            None => {}
        }
        Ok(())
    }

    /// An enumerated operand with its parameters; as the id of a constant where the grammar requires an id.
    fn enum_words(&mut self, op: OpId, attr: AttrId, by_id: bool, words: &mut Words) -> Result<()> {
        let module = self.module;
        match &module.ctx[attr] {
            Attr::Enum { .. } if by_id => words.push(Word::id(self.static_id(attr)?)),
            Attr::Enum { kind, value, params } => {
                words.push(Word::number(*value));
                let parts = if params.is_empty() { None } else { enums::table(*kind).parts(*value) };
                let params_of = |part: &&'static Enumerant| part.params.iter().map(|param| param.kind);
                let kinds: Vec<OperandKind> = parts.iter().flatten().flat_map(params_of).collect();
                for (at, param) in params.iter().enumerate() {
                    let is_id = kinds.get(at).is_some_and(|kind| {
                        matches!(kind, OperandKind::IdScope | OperandKind::IdMemorySemantics | OperandKind::IdRef)
                    });
                    self.enum_words(op, *param, is_id, words)?;
                }
            }
            Attr::Operand(index) => words.push(Word::id(self.operand_id(op, *index)?)),
            Attr::Str(text) => words.push_text(text),
            _ if by_id => words.push(Word::id(self.static_id(attr)?)),
            _ => words.push(Word::number(self.word(attr)?)),
        }
        Ok(())
    }
}

/// The operands of an op while they are written.
struct Operands<'m> {
    all: &'m [ValueId],
    /// The number of operands consumed.
    taken: usize,
    /// The operands for which attributes have placeholders.
    held: Vec<usize>,
    names: OperandNames,
    words: Words,
}

impl Operands<'_> {
    /// The next operand without a placeholder.
    fn next(&mut self) -> Option<ValueId> {
        loop {
            let (at, value) = (self.taken, *self.all.get(self.taken)?);
            self.taken += 1;
            if !self.held.contains(&at) {
                return Some(value);
            }
        }
    }
}

/// The operands for which attributes have placeholders.
pub fn held_operands(module: &crate::ir::Module, op: OpId) -> Vec<usize> {
    held_by(module, &module[op].attrs)
}

/// The operands for which these attributes have placeholders.
pub fn held_by<'a>(module: &crate::ir::Module, attrs: impl IntoIterator<Item = &'a NamedAttr>) -> Vec<usize> {
    let mut held = Vec::new();
    for (_, attr) in attrs {
        match &module.ctx[*attr] {
            Attr::Operand(index) => held.push(*index as usize),
            Attr::Enum { params: items, .. } | Attr::Array(items) => {
                held.extend(items.iter().filter_map(|item| match module.ctx[*item] {
                    Attr::Operand(index) => Some(index as usize),
                    _ => None,
                }));
            }
            _ => {}
        }
    }
    held
}
