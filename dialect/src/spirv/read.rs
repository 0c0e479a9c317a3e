//! Words to the dialect: flat blocks that keep their merge instructions as ops.
//!
//! Names, decorations and debug lines are folded into what they belong to, constants are repeated in the functions that
//! use them, and what the module declares is referred to by name. [`super::structurize`] makes the regions afterwards.

mod constants;
mod function;
mod types;

pub(crate) use function::has_variadic_literals;

use super::attrs;
use super::decode::{self, ExtSet, Header, Inst, Operand};
use super::enums::Kind;
use super::ops::{self, Mlir};
use crate::diagnostics::{Code, Error, Result};
use crate::ir::{Attr, AttrId, Loc, LocId, Module, NamedAttr, OpId, OpInfo, TypeId};
use base::ids::{Map, Set};
use base::intern::Symbol;
use rustc_hash::FxHashMap;
use spirv::Op;

/// Reads a module.
pub fn read(words: &[u32]) -> Result<Module> {
    let (header, insts) = decode::decode(words)?;
    let mut reader = Reader::new(&insts);
    reader.scan()?;
    reader.head(header);
    reader.body()?;
    reader.finish(words.len() as u32)?;
    Ok(reader.module)
}

/// What an id of the module stands for.
#[derive(Clone, Copy, Debug)]
enum Entity {
    Type(TypeId),
    Constant { attr: AttrId, ty: TypeId },
    SpecConstant { name: Symbol, ty: TypeId },
    Variable { name: Symbol, ty: TypeId },
    Function { name: Symbol },
    Undef { ty: TypeId },
    Text(AttrId),
    Debug { name: Symbol },
}

/// The state of reading one module.
struct Reader<'i> {
    insts: &'i [Inst],
    module: Module,
    entities: FxHashMap<u32, Entity>,
    names: FxHashMap<u32, &'i str>,
    member_names: FxHashMap<u32, Map<u32, &'i str>>,
    decorations: FxHashMap<u32, Vec<&'i Operand>>,
    member_decorations: FxHashMap<u32, Vec<(u32, &'i Operand)>>,
    sets: FxHashMap<u32, (ExtSet, &'i str)>,
    symbols: FxHashMap<u32, Symbol>,
    used_symbols: Set<Symbol>,
    used_struct_names: Set<Symbol>,
    unnamed: u32,
    /// For pointers that are declared before what they point to: that type's id.
    pointees: FxHashMap<u32, u32>,
    /// How deeply a type is nested, and how much text its constants are at most.
    type_depth: FxHashMap<TypeId, u32>,
    constant_size: FxHashMap<AttrId, u64>,
    type_names: Vec<AttrId>,
    struct_members: Vec<AttrId>,
    types_with_names: Set<TypeId>,
    loc: Option<LocId>,
    /// Where the instruction starts that is being read.
    word: u32,
    module_attrs: Map<&'static str, Vec<AttrId>>,
}

fn error<T>(code: Code, inst: &Inst, message: impl Into<String>) -> Result<T> {
    Err(Error::at_word(code, inst.offset, format!("Op{:?}: {}", inst.op, message.into())))
}

impl<'i> Reader<'i> {
    fn new(insts: &'i [Inst]) -> Self {
        Reader {
            insts,
            module: Module::new(ops::mlir(Mlir::Module)),
            entities: FxHashMap::default(),
            names: FxHashMap::default(),
            member_names: FxHashMap::default(),
            decorations: FxHashMap::default(),
            member_decorations: FxHashMap::default(),
            sets: FxHashMap::default(),
            symbols: FxHashMap::default(),
            used_symbols: Set::default(),
            used_struct_names: Set::default(),
            unnamed: 0,
            pointees: FxHashMap::default(),
            type_depth: FxHashMap::default(),
            constant_size: FxHashMap::default(),
            type_names: Vec::new(),
            struct_members: Vec::new(),
            types_with_names: Set::default(),
            loc: None,
            word: 0,
            module_attrs: Map::default(),
        }
    }

    /// The first pass: what is said about ids before or after they are defined.
    fn scan(&mut self) -> Result<()> {
        let insts = self.insts;
        let mut defined: FxHashMap<u32, ()> = FxHashMap::default();
        for inst in insts {
            if let Some(id) = inst.result
                && defined.insert(id, ()).is_some()
            {
                return error(Code::Id, inst, format!("%{id} is defined twice"));
            }
            self.scan_inst(inst);
        }
        self.name_symbols();
        Ok(())
    }

    fn scan_inst(&mut self, inst: &'i Inst) {
        match (inst.op, inst.operands.as_slice()) {
            (Op::Name, [Operand::Id(id), Operand::Text(name)]) if !name.is_empty() => {
                self.names.insert(*id, name);
            }
            (Op::MemberName, [Operand::Id(id), Operand::Literal(member), Operand::Text(name)]) => {
                self.member_names.entry(*id).or_default().insert(*member, name);
            }
            (Op::Decorate | Op::DecorateId | Op::DecorateString, [Operand::Id(id), decoration]) => {
                self.decorations.entry(*id).or_default().push(decoration);
            }
            (
                Op::MemberDecorate | Op::MemberDecorateString,
                [Operand::Id(id), Operand::Literal(member), decoration],
            ) => {
                self.member_decorations.entry(*id).or_default().push((*member, decoration));
            }
            (Op::GroupDecorate, [Operand::Id(group), targets @ ..]) => self.group_decorate(*group, targets),
            (Op::GroupMemberDecorate, [Operand::Id(group), targets @ ..]) => {
                self.group_member_decorate(*group, targets)
            }
            (Op::TypePointer, [_, Operand::Id(pointee)]) => {
                self.pointees.insert(inst.result.unwrap_or(0), *pointee);
            }
            _ => {}
        }
    }

    fn group_decorate(&mut self, group: u32, targets: &[Operand]) {
        let decorations = self.decorations.get(&group).cloned().unwrap_or_default();
        for target in targets {
            if let Operand::Id(id) = target {
                self.decorations.entry(*id).or_default().extend(&decorations);
            }
        }
    }

    fn group_member_decorate(&mut self, group: u32, targets: &[Operand]) {
        let decorations = self.decorations.get(&group).cloned().unwrap_or_default();
        for pair in targets.chunks_exact(2) {
            if let [Operand::Id(id), Operand::Literal(member)] = pair {
                let members = self.member_decorations.entry(*id).or_default();
                members.extend(decorations.iter().map(|decoration| (*member, *decoration)));
            }
        }
    }

    /// Gives every id that the dialect refers to by name a name of its own, in order of definition.
    fn name_symbols(&mut self) {
        let mut entry_names: FxHashMap<u32, &str> = FxHashMap::default();
        let mut in_function = false;
        for inst in self.insts {
            if let (Op::EntryPoint, [_, Operand::Id(id), Operand::Text(name), ..]) = (inst.op, inst.operands.as_slice())
            {
                entry_names.entry(*id).or_insert(name);
            }
            let named = match inst.op {
                Op::Variable | Op::UntypedVariableKHR => !in_function,
                Op::Function | Op::SpecConstant | Op::SpecConstantTrue | Op::SpecConstantFalse => true,
                Op::SpecConstantComposite | Op::SpecConstantCompositeReplicateEXT | Op::SpecConstantOp => true,
                Op::ExtInst | Op::ExtInstWithForwardRefsKHR => self.is_debug(inst),
                _ => false,
            };
            self.note_set(inst);
            in_function = (in_function || inst.op == Op::Function) && inst.op != Op::FunctionEnd;
            if let (true, Some(id)) = (named, inst.result) {
                let wanted = self.names.get(&id).or(entry_names.get(&id)).copied();
                let name = self.unique_symbol(wanted);
                self.symbols.insert(id, name);
            }
        }
    }

    fn note_set(&mut self, inst: &'i Inst) {
        if let (Op::ExtInstImport, [Operand::Text(name)], Some(id)) = (inst.op, inst.operands.as_slice(), inst.result)
            && let Some(set) = decode::ext_set(name)
        {
            self.sets.insert(id, (set, name));
        }
    }

    fn is_debug(&self, inst: &Inst) -> bool {
        let Some(Operand::Id(set)) = inst.operands.first() else { return false };
        self.sets.get(set).is_some_and(|(set, _)| matches!(set, ExtSet::NonSemantic | ExtSet::DebugInfo))
    }

    /// Whether this is a `DebugNoScope` or `DebugNoLine`. Optimisers leave them behind the last instruction of a block,
    /// where they say nothing: scope and line end with the block.
    fn ends_debug_scope(&self, inst: &Inst) -> bool {
        const NO_SCOPE: u32 = 24;
        const NO_LINE: u32 = 104;
        self.is_debug(inst) && matches!(inst.operands.get(1), Some(Operand::Literal(NO_SCOPE | NO_LINE)))
    }

    /// `wanted`, or a variation of it that nothing else uses. See [`super::abi::is_generated`].
    fn unique_symbol(&mut self, wanted: Option<&str>) -> Symbol {
        let mut text = wanted.unwrap_or_default().to_owned();
        loop {
            if text.is_empty() {
                text = format!("__{}", self.unnamed);
                self.unnamed += 1;
            }
            let symbol = self.module.ctx.name(&text);
            if self.used_symbols.insert(symbol) {
                return symbol;
            }
            text = match wanted {
                Some(wanted) => format!("{wanted}_{}", self.used_symbols.len()),
                None => String::new(),
            };
        }
    }

    fn head(&mut self, header: Header) {
        let root = self.module.root;
        let version = self.module.ctx.str_attr(&format!("v{}.{}", header.version.0, header.version.1));
        let generator = self.module.ctx.i32_attr(header.generator);
        self.module[root].set_attr(attrs::VERSION, version);
        self.module[root].set_attr(attrs::GENERATOR, generator);
        self.module_attrs.insert(attrs::CAPABILITIES, Vec::new());
        self.module_attrs.insert(attrs::EXTENSIONS, Vec::new());
    }

    fn body(&mut self) -> Result<()> {
        let insts = self.insts;
        let mut at = 0;
        while let Some(inst) = insts.get(at) {
            if inst.op == Op::Function {
                let length = insts[at..].iter().position(|inst| inst.op == Op::FunctionEnd);
                let Some(length) = length else { return error(Code::Order, inst, "the function has no end") };
                self.function(&insts[at..at + length])?;
                self.loc = None;
                at += length + 1;
            } else {
                self.module_inst(inst)?;
                at += 1;
            }
        }
        Ok(())
    }

    fn finish(&mut self, end: u32) -> Result<()> {
        let root = self.module.root;
        if self.module.attr(root, Kind::MemoryModel.table().snake).is_none() {
            return Err(Error::at_word(Code::Order, end, "the module has no OpMemoryModel"));
        }
        // Entry points stand after the functions that they name, as MLIR wants them.
        let body = self.module.body();
        let ops = std::mem::take(&mut self.module[body].ops);
        let is_entry = |op: &OpId| {
            let code = ops::code(&self.module, *op);
            matches!(code, Some(ops::Code::Core(Op::EntryPoint | Op::ExecutionMode | Op::ExecutionModeId)))
        };
        let (entries, mut others): (Vec<OpId>, Vec<OpId>) = ops.into_iter().partition(is_entry);
        others.extend(entries);
        self.module[body].ops = others;
        self.module_attrs.insert(attrs::TYPE_NAMES, std::mem::take(&mut self.type_names));
        self.module_attrs.insert(attrs::MEMBER_NAMES, std::mem::take(&mut self.struct_members));
        for (name, items) in std::mem::take(&mut self.module_attrs) {
            if items.is_empty() && [attrs::TYPE_NAMES, attrs::MEMBER_NAMES].contains(&name) {
                continue;
            }
            let attr = self.module.ctx.attr(Attr::Array(items.into()));
            self.module[root].set_attr(name, attr);
        }
        Ok(())
    }

    fn module_inst(&mut self, inst: &'i Inst) -> Result<()> {
        self.word = inst.offset;
        match inst.op {
            Op::Capability | Op::Extension | Op::MemoryModel => self.module_fact(inst),
            Op::EntryPoint => return self.entry_point(inst),
            Op::ExecutionMode | Op::ExecutionModeId => return self.execution_mode(inst),
            Op::Line | Op::NoLine => return self.line(inst),
            Op::Nop | Op::Name | Op::MemberName | Op::Decorate | Op::DecorateId | Op::DecorateString => {}
            Op::MemberDecorate | Op::MemberDecorateString | Op::DecorationGroup | Op::GroupDecorate => {}
            Op::GroupMemberDecorate | Op::ExtInstImport => {}
            Op::String => {
                let attr = self.literal(&inst.operands[0]);
                self.entities.insert(inst.result.unwrap_or(0), Entity::Text(attr));
            }
            Op::Source | Op::SourceContinued | Op::SourceExtension | Op::ModuleProcessed => {
                let op = self.new_op(ops::core(inst.op));
                return self.fill(op, inst, &inst.operands, &mut None);
            }
            Op::ExtInst | Op::ExtInstWithForwardRefsKHR if self.is_debug(inst) => return self.debug_inst(inst, None),
            Op::Variable | Op::UntypedVariableKHR => return self.global_variable(inst),
            Op::Undef => {
                let ty = self.result_type(inst)?;
                self.entities.insert(inst.result.unwrap_or(0), Entity::Undef { ty });
            }
            _ if types::is_type(inst.op) => return self.type_inst(inst),
            _ if constants::is_constant(inst.op) => return self.constant_inst(inst),
            _ => return error(Code::Order, inst, "the instruction does not belong outside of a function"),
        }
        Ok(())
    }

    fn module_fact(&mut self, inst: &Inst) {
        let root = self.module.root;
        for operand in &inst.operands {
            let attr = self.literal(operand);
            match operand {
                Operand::Enum(Kind::Capability, ..) => self.module_attrs[attrs::CAPABILITIES].push(attr),
                Operand::Enum(kind, ..) => self.module[root].set_attr(kind.table().snake, attr),
                _ => self.module_attrs[attrs::EXTENSIONS].push(attr),
            }
        }
    }

    fn line(&mut self, inst: &Inst) -> Result<()> {
        self.loc = match inst.operands.as_slice() {
            [Operand::Id(file), Operand::Literal(line), Operand::Literal(column)] => {
                let Some(Entity::Text(attr)) = self.entities.get(file).copied() else {
                    return error(Code::Operand, inst, format!("%{file} is not a text"));
                };
                let Attr::Str(text) = self.module.ctx[attr].clone() else { return Ok(()) };
                let file = self.module.ctx.name(&text);
                Some(self.module.ctx.loc(Loc { file, line: *line, column: *column }))
            }
            _ => None,
        };
        Ok(())
    }

    /// A new op with its place.
    fn add_op(&mut self, info: &'static OpInfo) -> OpId {
        let op = self.module.add_op(info);
        self.module[op].loc = self.loc;
        self.module[op].word = Some(self.word);
        op
    }

    /// A new op at the end of the module's body.
    fn new_op(&mut self, info: &'static OpInfo) -> OpId {
        let op = self.add_op(info);
        let body = self.module.body();
        self.module.append(body, op);
        op
    }

    fn entry_point(&mut self, inst: &Inst) -> Result<()> {
        let [Operand::Enum(kind, model, _), Operand::Id(function), Operand::Text(name), interface @ ..] =
            inst.operands.as_slice()
        else {
            return error(Code::Operand, inst, "the operands are not those of an entry point");
        };
        let symbol = self.symbol(inst, *function)?;
        let mut args = Vec::new();
        for id in interface {
            let Operand::Id(id) = id else { continue };
            let symbol = self.symbol(inst, *id)?;
            args.push(self.module.ctx.symbol_attr(symbol));
        }
        let op = self.new_op(ops::core(Op::EntryPoint));
        let ctx = &mut self.module.ctx;
        let model = ctx.enum_attr(kind.id(), *model);
        let mut attrs = vec![(kind.table().snake, model), (attrs::SYMBOL, ctx.symbol_attr(symbol))];
        attrs.push((attrs::ARGS, ctx.attr(Attr::Array(args.into()))));
        if ctx.str(symbol) != name {
            attrs.push((attrs::ENTRY_NAME, ctx.str_attr(name)));
        }
        self.module[op].attrs = attrs;
        Ok(())
    }

    fn execution_mode(&mut self, inst: &Inst) -> Result<()> {
        let [Operand::Id(function), Operand::Enum(kind, mode, params)] = inst.operands.as_slice() else {
            return error(Code::Operand, inst, "the operands are not those of an execution mode");
        };
        let symbol = self.symbol(inst, *function)?;
        let op = self.new_op(ops::core(inst.op));
        let params = params.iter().map(|param| self.static_operand(inst, param)).collect::<Result<Vec<_>>>()?;
        let ctx = &mut self.module.ctx;
        let mode = ctx.attr(Attr::Enum { kind: kind.id(), value: *mode, params: params.into() });
        self.module[op].attrs = vec![(attrs::SYMBOL, ctx.symbol_attr(symbol)), (kind.table().snake, mode)];
        Ok(())
    }

    fn global_variable(&mut self, inst: &'i Inst) -> Result<()> {
        let ty = self.result_type(inst)?;
        let id = inst.result.unwrap_or(0);
        let name = self.symbol(inst, id)?;
        let mut attrs = vec![
            (attrs::SYM_NAME, self.module.ctx.symbol_attr(name)),
            (attrs::TYPE, self.module.ctx.attr(Attr::Type(ty))),
        ];
        // The storage class comes first, then the type of what is there, where the pointer does not tell it.
        let is_untyped = inst.op == Op::UntypedVariableKHR;
        if let (true, Some(Operand::Id(id))) = (is_untyped, inst.operands.get(1)) {
            let data_type = self.ty(inst, *id)?;
            attrs.push((attrs::DATA_TYPE, self.module.ctx.attr(Attr::Type(data_type))));
        }
        if let Some(initializer @ Operand::Id(_)) = inst.operands.get(if is_untyped { 2 } else { 1 }) {
            attrs.push((attrs::INITIALIZER, self.static_operand(inst, initializer)?));
        }
        attrs.extend(self.decorations_of(id, inst)?);
        let op = self.new_op(ops::mlir(Mlir::GlobalVariable));
        self.module[op].attrs = attrs;
        self.entities.insert(id, Entity::Variable { name, ty });
        Ok(())
    }

    /// An instruction of a set without meaning for the computation, in the module or in a function.
    fn debug_inst(&mut self, inst: &'i Inst, scope: Option<&mut function::Scope<'i>>) -> Result<()> {
        let [Operand::Id(set), Operand::Literal(number), operands @ ..] = inst.operands.as_slice() else {
            return error(Code::Operand, inst, "the operands are not those of an extended instruction");
        };
        let id = inst.result.unwrap_or(0);
        let name = self.symbol(inst, id)?;
        let set = self.sets.get(set).map_or("", |(_, name)| name);
        let mut values = Vec::new();
        let mut args = Vec::new();
        for operand in operands {
            let local = match (operand, &scope) {
                (Operand::Id(id), Some(scope)) => scope.values.get(id).copied(),
                _ => None,
            };
            args.push(match local {
                Some(value) => {
                    values.push(value);
                    self.module.ctx.attr(Attr::Operand(values.len() as u32 - 1))
                }
                None => match operand {
                    Operand::Literal(value) => self.module.ctx.attr(Attr::Literal(*value)),
                    _ => self.static_operand(inst, operand)?,
                },
            });
        }
        let op = match &scope {
            Some(scope) => {
                let op = self.add_op(ops::mlir(Mlir::ExtInst));
                self.module.append(scope.block, op);
                op
            }
            None => self.new_op(ops::mlir(Mlir::ExtInst)),
        };
        self.module[op].operands = values;
        let ctx = &mut self.module.ctx;
        self.module.ops[op].attrs = vec![
            (attrs::SYM_NAME, ctx.symbol_attr(name)),
            (attrs::SET, ctx.str_attr(set)),
            (attrs::INSTRUCTION, ctx.i32_attr(*number)),
            (attrs::ARGS, ctx.attr(Attr::Array(args.into()))),
        ];
        if inst.op == Op::ExtInstWithForwardRefsKHR {
            let unit = self.module.ctx.attr(Attr::Unit);
            self.module[op].set_attr(attrs::FORWARD, unit);
        }
        self.entities.insert(id, Entity::Debug { name });
        Ok(())
    }

    fn symbol(&self, inst: &Inst, id: u32) -> Result<Symbol> {
        match self.symbols.get(&id) {
            Some(symbol) => Ok(*symbol),
            None => error(Code::Operand, inst, format!("%{id} is not a function, variable or specialisation constant")),
        }
    }

    fn result_type(&self, inst: &Inst) -> Result<TypeId> {
        self.ty(inst, inst.ty.unwrap_or(0))
    }

    fn ty(&self, inst: &Inst, id: u32) -> Result<TypeId> {
        match self.entities.get(&id) {
            Some(Entity::Type(ty)) => Ok(*ty),
            _ => error(Code::Operand, inst, format!("%{id} is not a type that is defined before")),
        }
    }

    /// A literal, text or enumerated value without ids in it.
    fn literal(&mut self, operand: &Operand) -> AttrId {
        let ctx = &mut self.module.ctx;
        match operand {
            Operand::Literal(value) | Operand::Id(value) | Operand::ConstantId(_, value) => ctx.i32_attr(*value),
            Operand::Number(value) => ctx.i32_attr(*value as u32),
            Operand::Text(text) => ctx.str_attr(text),
            Operand::Enum(kind, value, _) => ctx.enum_attr(kind.id(), *value),
        }
    }

    /// An operand whose ids stand for what the module declares, not for values of a function.
    fn static_operand(&mut self, inst: &Inst, operand: &Operand) -> Result<AttrId> {
        let id = match operand {
            Operand::Id(id) | Operand::ConstantId(_, id) => *id,
            Operand::Enum(kind, value, params) => {
                let params = params.iter().map(|param| self.static_operand(inst, param)).collect::<Result<Vec<_>>>()?;
                return Ok(self.module.ctx.attr(Attr::Enum { kind: kind.id(), value: *value, params: params.into() }));
            }
            Operand::Literal(_) | Operand::Number(_) | Operand::Text(_) => return Ok(self.literal(operand)),
        };
        if let Some(symbol) = self.symbols.get(&id) {
            return Ok(self.module.ctx.symbol_attr(*symbol));
        }
        match self.entities.get(&id).copied() {
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
    fn decorations_of(&mut self, id: u32, inst: &Inst) -> Result<Vec<NamedAttr>> {
        let decorations = self.decorations.get(&id).cloned().unwrap_or_default();
        decorations.into_iter().map(|decoration| self.decoration(decoration, inst)).collect()
    }

    fn decoration(&mut self, decoration: &Operand, inst: &Inst) -> Result<NamedAttr> {
        let Operand::Enum(kind, value, params) = decoration else {
            return error(Code::Operand, inst, "a decoration is not an enumerated value");
        };
        let name = kind.table().get(*value).map_or("", |one| one.snake);
        let mut attrs = params.iter().map(|param| self.static_operand(inst, param)).collect::<Result<Vec<_>>>()?;
        let attr = match attrs.len() {
            0 => self.module.ctx.attr(Attr::Unit),
            1 => attrs.remove(0),
            _ => self.module.ctx.attr(Attr::Array(attrs.into())),
        };
        Ok((name, attr))
    }
}
