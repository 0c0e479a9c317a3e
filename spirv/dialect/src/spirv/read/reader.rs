//! The state of reading one module: names, decorations and entities of ids.

use super::annotations::Annotations;
use super::error::error;
use super::places::Places;
use super::table::Table;
use crate::diagnostics::{Code, Result};
use crate::ir::{Attr, AttrId, Declared, Module, NamedAttr, OpId, OpInfo, TypeId, ValueId};
use crate::spirv::attrs;
use crate::spirv::decode::{self, ExtSet, Inst, Operand};
use crate::spirv::enums::Kind;
use crate::spirv::names::Names;
use crate::spirv::operands;
use crate::spirv::ops::{self, Mlir};
use base::ids::{Map, Set};
use base::intern::Symbol;
use rustc_hash::FxHashMap;
use spirv::{NonsemanticShaderDebuginfo100Op as Debug, Op};

/// The entity of an id.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entity {
    Type(TypeId),
    Constant { attr: AttrId, ty: TypeId },
    SpecConstant { name: Symbol, ty: TypeId },
    Variable { name: Symbol, ty: TypeId },
    Function { name: Symbol },
    Undef { ty: TypeId },
    Text(AttrId),
    Debug { name: Symbol },
}

/// What is known of the types that were read.
#[derive(Default)]
pub(super) struct Types {
    pub(super) used_struct_names: Names,
    /// The nesting depth of each type, which limits its constants' text.
    pub(super) depth: FxHashMap<TypeId, u32>,
    /// The names of types and of members, as attributes of the module.
    pub(super) names: Vec<AttrId>,
    pub(super) member_names: Vec<AttrId>,
    pub(super) with_names: Set<TypeId>,
    pub(super) with_member_names: Set<TypeId>,
}

/// The state of reading one module.
pub(super) struct Reader<'i> {
    pub(super) insts: &'i [Inst],
    pub(super) module: Module,
    pub(super) entities: Table<Entity>,
    /// The values of the current function's ids; kept between functions to reuse its memory.
    pub(super) values: Table<ValueId>,
    pub(super) annotations: Annotations<'i>,
    pub(super) sets: FxHashMap<u32, (ExtSet, &'i str)>,
    pub(super) symbols: Table<Symbol>,
    used_symbols: Names,
    pub(super) types: Types,
    /// The size of each composite constant's text.
    pub(super) constant_size: FxHashMap<AttrId, u64>,
    pub(super) places: Places,
    /// The file names in strings: each is used many times.
    pub(super) files: FxHashMap<AttrId, Symbol>,
    /// The offset of the current instruction.
    pub(super) word: u32,
    pub(super) module_attrs: Map<&'static str, Vec<AttrId>>,
}

impl<'i> Reader<'i> {
    /// A reader of instructions whose ids are below `bound`.
    pub(super) fn new(insts: &'i [Inst], bound: u32, annotations: Annotations<'i>) -> Self {
        let module = Module::new(ops::mlir(Mlir::Module));
        Reader {
            insts,
            module,
            entities: Table::new(bound),
            values: Table::new(bound),
            annotations,
            sets: FxHashMap::default(),
            symbols: Table::new(bound),
            used_symbols: Names::default(),
            types: Types::default(),
            constant_size: FxHashMap::default(),
            places: Places::default(),
            files: FxHashMap::default(),
            word: 0,
            module_attrs: Map::default(),
        }
    }

    /// Gives every id that the dialect refers to by name a unique one, in order of definition.
    pub(super) fn name_symbols(&mut self) {
        let mut entry_names: FxHashMap<u32, &str> = FxHashMap::default();
        let (mut in_function, mut ops, mut declarations) = (false, 0, 0);
        for inst in self.insts {
            if inst.op == Op::EntryPoint
                && let [_, Operand::Id(id), Operand::Text(name), ..] = inst.operands.as_slice()
            {
                entry_names.entry(*id).or_insert(name);
            }
            let named = match inst.op {
                Op::Variable | Op::UntypedVariableKHR => !in_function,
                Op::Function | Op::SpecConstant | Op::SpecConstantTrue | Op::SpecConstantFalse => true,
                Op::SpecConstantComposite | Op::SpecConstantCompositeReplicateEXT | Op::SpecConstantOp => true,
                Op::ExtInst | Op::ExtInstWithForwardRefsKHR => self.is_debug(inst) && !self.is_about_code(inst),
                _ => false,
            };
            self.note_set(inst);
            in_function = (in_function || inst.op == Op::Function) && inst.op != Op::FunctionEnd;
            declarations += usize::from(!in_function && inst.result.is_some());
            ops += usize::from((in_function || named) && !self.is_about_code(inst));
            if let (true, Some(id)) = (named, inst.result) {
                let wanted = self.name_of(id).or(entry_names.get(&id).copied());
                let ctx = &mut self.module.ctx;
                let name = match wanted {
                    Some(wanted) => self.used_symbols.unique(ctx, wanted),
                    None => self.used_symbols.generated(ctx),
                };
                self.symbols.insert(id, name);
            }
        }
        self.module.ctx.reserve(declarations);
        self.module.places.declared.reserve(declarations);
        // References are added, and ops of passes: reallocation would move everything.
        self.module.ops.reserve(2 * ops);
        self.module.values.reserve(2 * ops);
    }

    fn note_set(&mut self, inst: &'i Inst) {
        if inst.op == Op::ExtInstImport
            && let ([Operand::Text(name)], Some(id)) = (inst.operands.as_slice(), inst.result)
            && let Some(set) = decode::ext_set(name)
        {
            self.sets.insert(id, (set, name));
            let text = self.module.ctx.str_attr(name);
            self.module.places.declared.insert(Declared::Set(text), inst.offset);
        }
    }

    pub(super) fn is_debug(&self, inst: &Inst) -> bool {
        let Some(Operand::Id(set)) = inst.operands.first() else { return false };
        self.sets.get(set).is_some_and(|(set, _)| matches!(set, ExtSet::NonSemantic | ExtSet::DebugInfo))
    }

    /// Returns whether this is a `DebugNoScope` or `DebugNoLine`. Optimisers leave them at the end of a block, where
    /// scope and line end anyway.
    pub(super) fn ends_debug_scope(&self, inst: &Inst) -> bool {
        const NO_SCOPE: u32 = 24;
        const NO_LINE: u32 = 104;
        self.is_debug(inst) && matches!(inst.operands.get(1), Some(Operand::Literal(NO_SCOPE | NO_LINE)))
    }

    /// Returns whether an instruction is debug information about those around it. They are as frequent as others, and
    /// nothing can refer to them.
    pub(super) fn is_about_code(&self, inst: &Inst) -> bool {
        matches!(
            self.debug_instruction(inst),
            Some(
                Debug::DebugScope
                    | Debug::DebugNoScope
                    | Debug::DebugLine
                    | Debug::DebugNoLine
                    | Debug::DebugDeclare
                    | Debug::DebugValue
                    | Debug::DebugFunctionDefinition
            )
        )
    }

    /// The debug instruction, if it is one.
    pub(super) fn debug_instruction(&self, inst: &Inst) -> Option<Debug> {
        if !matches!(inst.op, Op::ExtInst | Op::ExtInstWithForwardRefsKHR) {
            return None;
        }
        match inst.operands.as_slice() {
            [Operand::Id(set), Operand::Literal(number), ..] if self.describes_sources(*set) => {
                Debug::from_u32(*number)
            }
            _ => None,
        }
    }

    /// Returns whether a set is a debug set. The two share most numbers.
    fn describes_sources(&self, set: u32) -> bool {
        self.sets.get(&set).is_some_and(|(_, name)| decode::DEBUG_SETS.contains(name))
    }

    /// A new op with the current location.
    pub(super) fn add_op(&mut self, info: &'static OpInfo) -> OpId {
        let op = self.module.add_op(info);
        self.module[op].loc = self.places.place(&mut self.module);
        self.module[op].word = Some(self.word);
        op
    }

    /// A new op at the end of the module's body.
    pub(super) fn new_op(&mut self, info: &'static OpInfo) -> OpId {
        let op = self.add_op(info);
        let body = self.module.body();
        self.module.append(body, op);
        op
    }

    pub(super) fn symbol(&self, inst: &Inst, id: u32) -> Result<Symbol> {
        match self.symbols.get(id) {
            Some(symbol) => Ok(*symbol),
            None => error(Code::Operand, inst, format!("%{id} is not a function, variable or specialization constant")),
        }
    }

    /// The name of an id in the words.
    pub(super) fn name_of(&self, id: u32) -> Option<&'i str> {
        self.annotations.names.get(id).map(|(name, _)| *name)
    }

    /// Records the places at which the words declare, name and decorate an id. The first ones count.
    pub(super) fn note_places(&mut self, what: Declared, id: u32, inst: &Inst) {
        let places = &mut self.module.places;
        places.declared.entry(what).or_insert(inst.offset);
        if let Some((_, at)) = self.annotations.names.get(id) {
            places.named.entry(what).or_insert(*at);
        }
        if let Some((_, at)) = self.annotations.member_decorations.get(&id) {
            places.decorated.entry((what, None)).or_insert(*at);
        }
        self.note_decorations(what, id);
    }

    /// Records the places at which the words decorate an id.
    pub(super) fn note_decorations(&mut self, what: Declared, id: u32) {
        for (decoration, at) in self.annotations.decorations.get(id).map_or(&[][..], |decorations| decorations) {
            if let Operand::Enum(_, value, _) = decoration {
                self.module.places.decorated.entry((what, Some(*value))).or_insert(*at);
            }
        }
    }

    /// The original name of an id, if its symbol differs.
    pub(super) fn own_name(&mut self, id: u32, symbol: Symbol) -> Option<NamedAttr> {
        let name = self.name_of(id)?;
        (self.module.ctx.str(symbol) != name).then(|| (attrs::OWN_NAME, self.module.ctx.str_attr(name)))
    }

    pub(super) fn result_type(&self, inst: &Inst) -> Result<TypeId> {
        self.ty(inst, inst.ty.unwrap_or(0))
    }

    pub(super) fn ty(&self, inst: &Inst, id: u32) -> Result<TypeId> {
        match self.entities.get(id) {
            Some(Entity::Type(ty)) => Ok(*ty),
            _ => error(Code::Operand, inst, format!("%{id} is not a type that is defined before")),
        }
    }

    /// An operand without ids: a literal, text or enumerant.
    pub(super) fn literal(&mut self, operand: &Operand) -> AttrId {
        operands::literal(&mut self.module.ctx, operand)
    }

    /// An operand whose ids are declarations, not values of a function.
    pub(super) fn static_operand(&mut self, inst: &Inst, operand: &Operand) -> Result<AttrId> {
        let id = match operand {
            Operand::Id(id) | Operand::ConstantId(_, id) => *id,
            Operand::Enum(kind, value, params) => {
                let params = params.iter().map(|param| self.static_operand(inst, param)).collect::<Result<Vec<_>>>()?;
                return Ok(self.module.ctx.attr(Attr::Enum { kind: kind.id(), value: *value, params: params.into() }));
            }
            Operand::Literal(_) | Operand::Number(_) | Operand::Text(_) => return Ok(self.literal(operand)),
        };
        let entity = self.entities.get(id).copied();
        // A struct has a name as well.
        if let (Some(symbol), false) = (self.symbols.get(id), matches!(entity, Some(Entity::Type(_)))) {
            return Ok(self.module.ctx.symbol_attr(*symbol));
        }
        match entity {
            Some(Entity::Type(ty)) => Ok(self.module.ctx.attr(Attr::Type(ty))),
            Some(Entity::Constant { attr, ty }) => Ok(self.typed_constant(attr, ty)),
            Some(Entity::Text(attr)) => Ok(attr),
            Some(Entity::Undef { ty }) => {
                let undef = self.module.ctx.attr(Attr::Undef);
                Ok(self.typed_constant(undef, ty))
            }
            Some(
                Entity::SpecConstant { name, .. }
                | Entity::Variable { name, .. }
                | Entity::Function { name }
                | Entity::Debug { name },
            ) => Ok(self.module.ctx.symbol_attr(name)),
            None => error(Code::Id, inst, format!("%{id} is not defined before its use")),
        }
    }

    /// The decorations of an id as attributes.
    pub(super) fn decorations_of(&mut self, id: u32, inst: &Inst) -> Result<Vec<NamedAttr>> {
        let count = self.annotations.decorations.get(id).map_or(0, Vec::len);
        let mut attrs = Vec::with_capacity(count);
        for at in 0..count {
            let decoration = self.annotations.decorations.get(id).and_then(|all| all.get(at)).copied();
            if let Some((decoration, _)) = decoration {
                attrs.push(self.decoration(decoration, inst)?);
            }
        }
        Ok(attrs)
    }

    pub(super) fn decoration(&mut self, decoration: &Operand, inst: &Inst) -> Result<NamedAttr> {
        let Operand::Enum(kind, value, params) = decoration else {
            return error(Code::Operand, inst, "a decoration is not an enumerated value");
        };
        debug_assert_eq!(*kind, Kind::Decoration);
        let mut attrs = Vec::with_capacity(params.len());
        for param in params {
            attrs.push(self.static_operand(inst, param)?);
        }
        Ok(operands::named_decoration(&mut self.module.ctx, *value, attrs))
    }
}
