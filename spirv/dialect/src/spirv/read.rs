//! Words to the dialect: flat blocks that keep their merge instructions as ops.
//!
//! Names, decorations and debug lines become attributes of their targets, constants are repeated in the functions that
//! use them, and declarations are referred to by name. [`super::structurize`] makes the regions afterwards.

mod annotations;
mod constants;
mod error;
mod function;
mod lines;
mod places;
mod reader;
mod table;
mod types;

pub use function::has_variadic_literals;

use super::attrs;
use super::decode::{self, Header, Inst, Operand};
use super::enums::Kind;
use super::ops::{self, Mlir};
use crate::diagnostics::{Code, Error, Result};
use crate::ir::{Attr, Declared, Module, OpId, Values};
use annotations::Annotations;
use error::error;
use isa::{Class, ConstantKind};
use reader::{Entity, Reader};
use spirv::Op;

/// Reads a module.
pub fn read(words: &[u32]) -> Result<Module> {
    let (header, insts) = decode::decode(words)?;
    let mut reader = Reader::new(&insts, header.bound, Annotations::of(&insts, header.bound)?);
    reader.name_symbols();
    reader.head(header);
    reader.body()?;
    reader.finish(words.len() as u32)?;
    Ok(reader.module)
}

impl<'i> Reader<'i> {
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
        let mut modes = Vec::new();
        while let Some(inst) = insts.get(at) {
            if inst.op == Op::Function {
                let length = insts[at..].iter().position(|inst| inst.op == Op::FunctionEnd);
                let Some(length) = length else { return error(Code::Order, inst, "function without OpFunctionEnd") };
                self.function(&insts[at..at + length])?;
                self.places.end();
                at += length + 1;
                continue;
            }
            match inst.op {
                Op::ExecutionMode | Op::ExecutionModeId => modes.push(inst),
                _ => self.module_inst(inst)?,
            }
            at += 1;
        }
        // Modes refer to constants, which come after them.
        modes.into_iter().try_for_each(|inst| self.execution_mode(inst))
    }

    fn finish(&mut self, end: u32) -> Result<()> {
        let root = self.module.root;
        if self.module.attr(root, Kind::MemoryModel.table().snake).is_none() {
            return Err(Error::at_word(Code::Order, end, "the module has no OpMemoryModel"));
        }
        // Entry points come after the functions that they name, as MLIR requires.
        let body = self.module.body();
        let ops = std::mem::take(&mut self.module[body].ops);
        let is_entry = |op: &OpId| {
            let code = ops::code(&self.module, *op);
            matches!(code, Some(ops::Code::Core(Op::EntryPoint | Op::ExecutionMode | Op::ExecutionModeId)))
        };
        let (entries, mut others): (Vec<OpId>, Vec<OpId>) = ops.into_iter().partition(is_entry);
        others.extend(entries);
        self.module[body].ops = others;
        self.module_attrs.insert(attrs::TYPE_NAMES, std::mem::take(&mut self.types.names));
        self.module_attrs.insert(attrs::MEMBER_NAMES, std::mem::take(&mut self.types.member_names));
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
            Op::Line | Op::NoLine => return self.line(inst),
            Op::Nop | Op::Name | Op::MemberName | Op::Decorate | Op::DecorateId | Op::DecorateString => {}
            Op::MemberDecorate | Op::MemberDecorateString | Op::DecorationGroup | Op::GroupDecorate => {}
            Op::GroupMemberDecorate | Op::ExtInstImport => {}
            Op::String => {
                let attr = self.literal(&inst.operands[0]);
                let id = inst.result.unwrap_or(0);
                self.entities.insert(id, Entity::Text(attr));
                self.note_places(Declared::Text(attr), id, inst);
            }
            Op::ConstantStringAMDX => {
                let (attr, ty) = (self.literal(&inst.operands[0]), self.module.ctx.none());
                let id = inst.result.unwrap_or(0);
                self.entities.insert(id, Entity::Constant { attr, ty });
                self.note_places(Declared::Constant(attr, ty), id, inst);
            }
            Op::Source | Op::SourceContinued | Op::SourceExtension | Op::ModuleProcessed => {
                let op = self.new_op(ops::core(inst.op));
                return self.fill(op, inst, &inst.operands, &mut None);
            }
            Op::ExtInst | Op::ExtInstWithForwardRefsKHR if self.is_debug(inst) => return self.debug_inst(inst, None),
            Op::Variable | Op::UntypedVariableKHR => return self.global_variable(inst),
            Op::Undef => {
                let ty = self.result_type(inst)?;
                let id = inst.result.unwrap_or(0);
                let undef = self.module.ctx.attr(Attr::Undef);
                self.entities.insert(id, Entity::Undef { ty });
                self.note_places(Declared::Constant(undef, ty), id, inst);
            }
            Op::ConstantFunctionPointerINTEL => {
                return error(Code::Operand, inst, "addresses of functions are not supported");
            }
            _ => match isa::class(inst.op) {
                Class::Type(_) | Class::ForwardPointer if inst.ty.is_none() => return self.type_inst(inst),
                Class::Constant(ConstantKind::Plain | ConstantKind::Spec) => return self.constant_inst(inst),
                _ => return error(Code::Order, inst, "the instruction does not belong outside of a function"),
            },
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

    fn entry_point(&mut self, inst: &Inst) -> Result<()> {
        let [Operand::Enum(kind, model, _), Operand::Id(function), Operand::Text(name), interface @ ..] =
            inst.operands.as_slice()
        else {
            return error(Code::Operand, inst, "invalid operands of an entry point");
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
        if *ctx.str(symbol) != **name {
            attrs.push((attrs::ENTRY_NAME, ctx.str_attr(name)));
        }
        self.module[op].attrs = attrs.into();
        Ok(())
    }

    fn execution_mode(&mut self, inst: &Inst) -> Result<()> {
        self.word = inst.offset;
        let [Operand::Id(function), Operand::Enum(kind, mode, params)] = inst.operands.as_slice() else {
            return error(Code::Operand, inst, "invalid operands of an execution mode");
        };
        let symbol = self.symbol(inst, *function)?;
        let op = self.new_op(ops::core(inst.op));
        let params = params.iter().map(|param| self.static_operand(inst, param)).collect::<Result<Vec<_>>>()?;
        let ctx = &mut self.module.ctx;
        let mode = ctx.attr(Attr::Enum { kind: kind.id(), value: *mode, params: params.into() });
        self.module[op].attrs = [(attrs::SYMBOL, ctx.symbol_attr(symbol)), (kind.table().snake, mode)].into();
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
        // The storage class comes first, then the data type if the pointer is untyped.
        let is_untyped = inst.op == Op::UntypedVariableKHR;
        if let (true, Some(Operand::Id(id))) = (is_untyped, inst.operands.get(1)) {
            let data_type = self.ty(inst, *id)?;
            attrs.push((attrs::DATA_TYPE, self.module.ctx.attr(Attr::Type(data_type))));
        }
        if let Some(initializer @ Operand::Id(_)) = inst.operands.get(if is_untyped { 2 } else { 1 }) {
            attrs.push((attrs::INITIALIZER, self.static_operand(inst, initializer)?));
        }
        attrs.extend(self.own_name(id, name));
        attrs.extend(self.decorations_of(id, inst)?);
        let op = self.new_op(ops::mlir(Mlir::GlobalVariable));
        self.module[op].attrs = attrs.into();
        self.entities.insert(id, Entity::Variable { name, ty });
        self.note_places(Declared::Symbol(name), id, inst);
        Ok(())
    }

    /// A non-semantic instruction, in the module or in a function.
    fn debug_inst(&mut self, inst: &'i Inst, scope: Option<&mut function::Scope<'i>>) -> Result<()> {
        let [Operand::Id(set), Operand::Literal(number), operands @ ..] = inst.operands.as_slice() else {
            return error(Code::Operand, inst, "invalid operands of an extended instruction");
        };
        let id = inst.result.unwrap_or(0);
        let name = if self.is_about_code(inst) { None } else { Some(self.symbol(inst, id)?) };
        let set = self.sets.get(set).map_or("", |(_, name)| name);
        let mut values = Values::new();
        let mut args = Vec::new();
        for operand in operands {
            let local = match (operand, &scope) {
                (Operand::Id(id), Some(scope)) => scope.values.get(*id).copied(),
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
            None => {
                if let Some(name) = name {
                    self.note_places(Declared::Symbol(name), id, inst);
                }
                self.new_op(ops::mlir(Mlir::ExtInst))
            }
        };
        self.module[op].operands = values;
        let ctx = &mut self.module.ctx;
        let own = name.map(|name| (attrs::SYM_NAME, ctx.symbol_attr(name)));
        let facts = [
            (attrs::SET, ctx.str_attr(set)),
            (attrs::INSTRUCTION, ctx.i32_attr(*number)),
            (attrs::ARGS, ctx.attr(Attr::Array(args.into()))),
        ];
        self.module.ops[op].attrs = own.into_iter().chain(facts).collect();
        if inst.op == Op::ExtInstWithForwardRefsKHR {
            let unit = self.module.ctx.attr(Attr::Unit);
            self.module[op].set_attr(attrs::FORWARD, unit);
        }
        if let Some(name) = name {
            self.entities.insert(id, Entity::Debug { name });
            self.note_source(inst, name);
        }
        Ok(())
    }
}
