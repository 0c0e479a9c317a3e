//! Names of the source, from the instructions of debug information.

use super::lines::Lines;
use super::{Reader, Value};
use crate::error::Result;
use crate::names::{Global, Inlined, Names, Scope, Spot, Variable};
use crate::types::Type;
use dialect::spirv::access::{Access, id_of, literal_of};
use dialect::spirv::decode::{self, ExtSet, Inst};
use dialect::spirv::index::Index;
use rustc_hash::FxHashMap;
use spirv::{Op, StorageClass};
use std::sync::Arc;

/// Numbers of instructions that both sets of debug information have.
const FUNCTION: u32 = 20;
const LEXICAL_BLOCK: u32 = 21;
const SCOPE: u32 = 23;
const NO_SCOPE: u32 = 24;
const INLINED_AT: u32 = 25;
const LOCAL_VARIABLE: u32 = 26;
const DECLARE: u32 = 28;
const VALUE: u32 = 29;
const SOURCE: u32 = 35;
const SOURCE_CONTINUED: u32 = 102;

/// The names so far, and the current scope.
#[derive(Default)]
pub(super) struct SourceNames {
    pub(super) names: Names,
    /// Scopes and inlined calls by their ids.
    scopes: FxHashMap<u32, u32>,
    inlined: FxHashMap<u32, u32>,
    spots: FxHashMap<Spot, u32>,
    spot: Spot,
    /// The offset of the current instruction of the module.
    word: u32,
}

impl SourceNames {
    /// The scopes of a module.
    pub(super) fn new(index: &Index<'_>, lines: &Lines<'_>) -> Self {
        let (mut names, mut source) = (SourceNames::default(), None);
        for inst in &index.insts[..index.globals] {
            let number = |at: usize| number(index, inst, at);
            match debug_instruction(index, inst) {
                Some(FUNCTION) => {
                    let name = text(index, inst.id(2));
                    names.scope(inst, inst.id(7), Some(name.into()), lines.file(inst.id(4)));
                }
                Some(LEXICAL_BLOCK) => names.scope(inst, inst.id(5), None, lines.file(inst.id(2))),
                Some(SOURCE) => {
                    source = lines.file(inst.result_id()).filter(|_| index.op(inst.id(3)) == Op::String);
                    names.names.texts.extend(source.map(|file| (file, text(index, inst.id(3)).to_owned())));
                }
                Some(SOURCE_CONTINUED) => {
                    if let Some(own) = source.and_then(|file| names.names.texts.get_mut(&file)) {
                        own.push_str(text(index, inst.id(2)));
                    }
                }
                Some(INLINED_AT) => {
                    let Some(scope) = names.scopes.get(&inst.id(3)).copied() else { continue };
                    let outer = names.inlined.get(&inst.id(4)).copied();
                    names.inlined.insert(inst.result_id(), names.names.inlined.len() as u32);
                    names.names.inlined.push(Inlined { line: number(2), scope, outer });
                }
                _ => {}
            }
        }
        names
    }

    fn scope(&mut self, inst: &Inst, parent: u32, function: Option<Arc<str>>, file: Option<u32>) {
        let parent = self.scopes.get(&parent).copied();
        self.scopes.insert(inst.result_id(), self.names.scopes.len() as u32);
        self.names.scopes.push(Scope { parent, function, file });
    }

    /// An instruction is written.
    pub(super) fn push(&mut self) {
        let next = self.names.spots.len() as u32;
        let number = *self.spots.entry(self.spot).or_insert(next);
        if number == next {
            self.names.spots.push(self.spot);
        }
        self.names.at.push(number);
        self.names.words.push(self.word);
    }

    /// Code of another function begins.
    pub(super) fn leave(&mut self) {
        self.spot = Spot::default();
    }
}

impl Reader<'_> {
    /// Records an instruction that says a scope, or what a variable is.
    pub(super) fn name(&mut self, function: u32, inst: &Inst) {
        let Some(names) = &mut self.source_names else { return };
        names.word = inst.offset;
        match debug_instruction(&self.index, inst) {
            Some(SCOPE) => {
                let (scope, inlined) = (names.scopes.get(&inst.id(2)), names.inlined.get(&inst.id(3)));
                names.spot = Spot { scope: scope.copied(), inlined: inlined.copied() };
            }
            Some(NO_SCOPE) => names.spot = Spot::default(),
            Some(kind @ (DECLARE | VALUE)) => {
                let spot = names.spot;
                if let Some(variable) = self.variable_of(inst, function, spot, kind == DECLARE)
                    && let Some(names) = &mut self.source_names
                {
                    names.names.variables.push(variable);
                }
            }
            _ => {}
        }
    }

    /// The variable that an instruction describes. Parts of variables are none.
    fn variable_of(&self, inst: &Inst, function: u32, spot: Spot, is_pointer: bool) -> Option<Variable> {
        let local =
            self.index.def(inst.id(2)).filter(|local| debug_instruction(&self.index, local) == Some(LOCAL_VARIABLE))?;
        if inst.operands.len() > 5 {
            return None;
        }
        let Value { slot, ty } = *self.values.get(&inst.id(3))?;
        let ty = match (is_pointer, self.types.get(ty)) {
            (true, Type::Pointer { to, .. }) => *to,
            (true, _) => return None,
            (false, _) => ty,
        };
        let names = self.source_names.as_ref()?;
        let scope = names.scopes.get(&local.id(7)).copied().or(spot.scope);
        Some(Variable {
            name: text(&self.index, local.id(2)).into(),
            spot: Spot { scope, ..spot },
            argument: number(&self.index, local, 9),
            since: self.pc(),
            function,
            ty,
            slot,
            id: inst.id(3),
            is_pointer,
        })
    }

    /// Adds the variables of the module, and the names of its structs.
    pub(super) fn name_globals(&mut self) -> Result<()> {
        if self.source_names.is_none() {
            return Ok(());
        }
        let globals = &self.index.insts[..self.index.globals];
        let mut found = Vec::new();
        for inst in globals.iter().filter(|inst| inst.op == Op::Variable) {
            let (value, class) = (self.value(inst.result_id())?, self.types.get(inst.type_id()));
            let Type::Pointer { class, to } = *class else { continue };
            let name = match self.index.decoration(inst.result_id(), spirv::Decoration::BuiltIn) {
                Some(builtin) if class == StorageClass::Input => {
                    let builtin = spirv::BuiltIn::from_u32(builtin.number(0));
                    builtin.map_or_else(|| self.name_of(inst.result_id()), |builtin| format!("{builtin:?}").into())
                }
                _ => self.name_of(inst.result_id()),
            };
            found.push(Global { name, class, id: inst.result_id(), ty: to, slot: value.slot });
        }
        let structs = globals.iter().filter(|inst| inst.op == Op::TypeStruct);
        let structs = structs.map(|inst| (inst.result_id(), self.name_of(inst.result_id()))).collect();
        if let Some(names) = &mut self.source_names {
            (names.names.globals, names.names.structs) = (found, structs);
        }
        Ok(())
    }
}

/// The number of an instruction of debug information.
fn debug_instruction(index: &Index<'_>, inst: &Inst) -> Option<u32> {
    if inst.op != Op::ExtInst {
        return None;
    }
    let name = index.def(inst.id(0)).map_or("", |set| set.text(0));
    let is_debug =
        matches!(decode::ext_set(name), Some(ExtSet::DebugInfo)) || name == "NonSemantic.Shader.DebugInfo.100";
    is_debug.then(|| inst.literal(1))
}

/// The number that an operand is, or the constant that it names.
fn number(index: &Index<'_>, inst: &Inst, at: usize) -> u32 {
    let operand = inst.operands.get(at);
    match index.def(id_of(operand)) {
        Some(constant) if constant.op == Op::Constant => literal_of(constant.operands.first()),
        _ => literal_of(operand),
    }
}

fn text<'m>(index: &Index<'m>, id: u32) -> &'m str {
    index.def(id).filter(|inst| inst.op == Op::String).map_or("", |inst| inst.text(0))
}
