//! Types, constants, variables and the other declarations of a module.

use super::words::words_of_text;
use super::{Announced, END, Id, Word, Words, Writer, error};
use crate::diagnostics::Result;
use crate::ir::types::{FloatKind, Sign};
use crate::ir::{Attr, AttrId, Declared, Module, OpId, Type, TypeId};
use crate::spirv::attrs;
use crate::spirv::enums::Kind;
use crate::spirv::facts;
use crate::spirv::ops::{self, Code, Mlir};
use crate::spirv::types::{Image, Length, Member, SpirvType};
use spirv::Op;

impl Writer<'_> {
    pub(super) fn top_op(&mut self, op: OpId) -> Result<()> {
        if !self.written.insert(op) {
            return Ok(());
        }
        let Some(code) = ops::code(self.module, op) else { return error("module contains an op of another dialect") };
        let outer = std::mem::replace(&mut self.current, op);
        self.top_op_of(op, code)?;
        self.current = outer;
        Ok(())
    }

    fn top_op_of(&mut self, op: OpId, code: Code) -> Result<()> {
        match code {
            Code::Mlir(Mlir::Func) => self.function(op),
            Code::Mlir(Mlir::GlobalVariable) => self.global_variable(op),
            Code::Mlir(Mlir::SpecConstant) => self.spec_constant(op),
            Code::Mlir(Mlir::SpecConstantComposite) => self.spec_composite(op),
            Code::Mlir(Mlir::SpecConstantOperation) => self.spec_operation(op),
            Code::Mlir(Mlir::ExtInst) => {
                let words = self.ext_inst(op)?;
                let id = self.sym(op)?;
                self.declare(declared(self.module, op), id, words)
            }
            Code::Core(Op::EntryPoint) => self.entry_point(op),
            Code::Core(Op::ExecutionMode | Op::ExecutionModeId) => self.execution_mode(op),
            Code::Core(Op::Source | Op::SourceContinued | Op::SourceExtension) => {
                let words = self.generic(op)?;
                let place = self.module[op].word.unwrap_or(END);
                self.sections.strings.put(place, words).map(|_| ())
            }
            Code::Core(Op::ModuleProcessed) => {
                let words = self.generic(op)?;
                words.write(&mut self.sections.processed)
            }
            _ => error(format!("{} does not belong into the body of a module", self.module[op].info.name)),
        }
    }

    fn sym(&mut self, op: OpId) -> Result<Id> {
        match facts::name_of(self.module, op) {
            Some(name) => self.symbol_id(name),
            None => error(format!("{} has no name", self.module[op].info.name)),
        }
    }

    pub(super) fn name_symbol(&mut self, op: OpId, id: Id) -> Result<()> {
        let module = self.module;
        if let Some(place) = declared(module, op).and_then(|what| module.places.named.get(&what)) {
            self.last_name = *place;
        }
        if let Some(Attr::Str(own)) = module.attr(op, attrs::OWN_NAME).map(|attr| &module.ctx[attr]) {
            return self.name(id, own);
        }
        match facts::name_of(self.module, op) {
            Some(name) => self.name(id, self.module.ctx.str(name)),
            None => Ok(()),
        }
    }

    fn typed(&mut self, op: OpId) -> Result<(Id, TypeId, Id)> {
        let Some(ty) = facts::type_of(self.module, op, attrs::TYPE) else {
            return error(format!("{} has no type", self.module[op].info.name));
        };
        let id = self.sym(op)?;
        self.name_symbol(op, id)?;
        let module = self.module;
        self.decorate(declared(module, op), id, &module[op].attrs)?;
        let type_id = self.type_id(ty)?;
        Ok((id, ty, type_id))
    }

    fn global_variable(&mut self, op: OpId) -> Result<()> {
        let (id, ty, type_id) = self.typed(op)?;
        let mut words = match (facts::pointer(self.module, ty), facts::untyped_pointer(self.module, ty)) {
            (Some((_, storage)), _) => Words::new(Op::Variable).with_ids([type_id, id]).number(storage as u32),
            (None, Some(storage)) => {
                let words = Words::new(Op::UntypedVariableKHR).with_ids([type_id, id]).number(storage as u32);
                match self.module.attr(op, attrs::DATA_TYPE) {
                    Some(attr) => words.id(self.static_id(attr)?),
                    None => words,
                }
            }
            (None, None) => return error("a variable's type is not a pointer"),
        };
        if let Some(attr) = self.module.attr(op, attrs::INITIALIZER) {
            words = words.id(self.static_id(attr)?);
        }
        self.declare(declared(self.module, op), id, words)
    }

    fn spec_constant(&mut self, op: OpId) -> Result<()> {
        let (id, ty, type_id) = self.typed(op)?;
        let words = match self.module.attr(op, attrs::VALUE).map(|attr| self.ctx[attr].clone()) {
            Some(Attr::Bool(true)) => Words::new(Op::SpecConstantTrue).with_ids([type_id, id]),
            Some(Attr::Bool(false)) => Words::new(Op::SpecConstantFalse).with_ids([type_id, id]),
            Some(Attr::Int { bits, .. } | Attr::Float { bits, .. }) => {
                let number = self.number(bits, ty);
                Words::new(Op::SpecConstant).with_ids([type_id, id]).numbers(number)
            }
            _ => return error("a specialization constant has no scalar default"),
        };
        self.declare(declared(self.module, op), id, words)
    }

    fn spec_composite(&mut self, op: OpId) -> Result<()> {
        let (id, _, type_id) = self.typed(op)?;
        let module = self.module;
        let args = facts::array_of(module, op, attrs::ARGS).iter().map(|attr| self.static_id(*attr));
        let args = args.collect::<Result<Vec<_>>>()?;
        let opcode = match (module.attr(op, attrs::REPLICATE), args.as_slice()) {
            (None, _) => Op::SpecConstantComposite,
            (Some(_), [_]) => Op::SpecConstantCompositeReplicateEXT,
            (Some(_), _) => return error("a replicated constant has one part"),
        };
        self.declare(declared(module, op), id, Words::new(opcode).with_ids([type_id, id]).with_ids(args))
    }

    fn spec_operation(&mut self, op: OpId) -> Result<()> {
        let (id, _, type_id) = self.typed(op)?;
        let module = self.module;
        let Some(Attr::Str(name)) = module.attr(op, attrs::OP).map(|attr| &module.ctx[attr]) else {
            return error("a constant operation names no op");
        };
        let Some(opcode) = ops::by_name(name).and_then(|row| row.code.core()) else {
            return error(format!("unknown op '{name}'"));
        };
        let mut args = Vec::new();
        for attr in facts::array_of(module, op, attrs::ARGS) {
            args.push(match module.ctx[*attr] {
                Attr::Literal(value) => Word::number(value),
                _ => Word::id(self.static_id(*attr)?),
            });
        }
        let words = Words::new(Op::SpecConstantOp).with_ids([type_id, id]).number(opcode as u32).all(args);
        self.declare(declared(module, op), id, words)
    }

    /// A constant operation in a function: in words it is among the declarations all the same.
    pub(super) fn local_spec_operation(&mut self, op: OpId, ty: TypeId) -> Result<Id> {
        let module = self.module;
        let Some(Attr::Str(name)) = module.attr(op, attrs::OP).map(|attr| &module.ctx[attr]) else {
            return error("a constant operation names no op");
        };
        let Some(opcode) = ops::by_name(name).and_then(|row| row.code.core()) else {
            return error(format!("unknown op '{name}'"));
        };
        self.enter()?;
        let type_id = self.type_id(ty)?;
        let mut words = Vec::new();
        for operand in &module[op].operands {
            let is_constant = module.defining_op(*operand).and_then(|op| ops::code(module, op)).is_some_and(|code| {
                matches!(code, Code::Mlir(Mlir::Constant | Mlir::ReferenceOf | Mlir::SpecConstantOperation))
            });
            if !is_constant {
                return error("a constant operation is applied to a value that is not constant");
            }
            words.push(Word::id(self.value_id(*operand)?));
        }
        for attr in facts::array_of(module, op, attrs::INDICES) {
            words.push(Word::number(self.word(*attr)?));
        }
        self.depth -= 1;
        let id = self.fresh();
        let words = Words::new(Op::SpecConstantOp).with_ids([type_id, id]).number(opcode as u32).all(words);
        self.declare(None, id, words)?;
        Ok(id)
    }

    fn entry_point(&mut self, op: OpId) -> Result<()> {
        let module = self.module;
        let function = facts::symbol_of(module, op, attrs::SYMBOL);
        let model = facts::number_of(module, op, Kind::ExecutionModel.table().snake);
        let (Some(function), Some(model)) = (function, model) else { return error("an entry point has no function") };
        let id = self.symbol_id(function)?;
        let name = match module.attr(op, attrs::ENTRY_NAME).map(|attr| &module.ctx[attr]) {
            Some(Attr::Str(text)) => text.to_string(),
            _ => module.ctx.str(function).to_owned(),
        };
        let mut words = Words::new(Op::EntryPoint).number(model as u32).id(id).text(&name);
        for attr in facts::array_of(module, op, attrs::ARGS) {
            if let Attr::Symbol(name) = module.ctx[*attr] {
                words = words.id(self.symbol_id(name)?);
            }
        }
        words.write(&mut self.sections.entry_points)
    }

    fn execution_mode(&mut self, op: OpId) -> Result<()> {
        let module = self.module;
        let function = facts::symbol_of(module, op, attrs::SYMBOL);
        let mode = module.attr(op, Kind::ExecutionMode.table().snake).map(|attr| &module.ctx[attr]);
        let (Some(function), Some(Attr::Enum { value, params, .. })) = (function, mode) else {
            return error("an execution mode has no function");
        };
        let by_id = ops::code(module, op) == Some(Code::Core(Op::ExecutionModeId));
        let id = self.symbol_id(function)?;
        let opcode = if by_id { Op::ExecutionModeId } else { Op::ExecutionMode };
        let mut words = Words::new(opcode).id(id).number(*value);
        for param in params {
            words = match by_id {
                true => words.id(self.static_id(*param)?),
                false => words.number(self.word(*param)?),
            };
        }
        words.write(&mut self.sections.modes)
    }

    pub(super) fn ext_inst(&mut self, op: OpId) -> Result<Words> {
        let module = self.module;
        let Some(Attr::Str(set)) = module.attr(op, attrs::SET).map(|attr| &module.ctx[attr]) else {
            return error("an extended instruction names no set");
        };
        let set = self.set_id(set)?;
        let number = facts::number_of(module, op, attrs::INSTRUCTION).unwrap_or(0) as u32;
        let ty = self.type_id(self.none)?;
        let looks_ahead = module.attr(op, attrs::FORWARD).is_some();
        let mut args = Vec::new();
        for attr in facts::array_of(module, op, attrs::ARGS) {
            args.push(match module.ctx[*attr] {
                Attr::Operand(index) => Word::id(self.operand_id(op, index)?),
                _ => self.static_word(*attr, looks_ahead)?,
            });
        }
        // What nothing refers to needs no name.
        let id = match facts::name_of(module, op) {
            Some(name) => self.symbol_id(name)?,
            None => self.fresh(),
        };
        self.name_symbol(op, id)?;
        let opcode = if looks_ahead { Op::ExtInstWithForwardRefsKHR } else { Op::ExtInst };
        Ok(Words::new(opcode).with_ids([ty, id, set]).number(number).all(args))
    }

    /// A constant operand of an extended instruction.
    pub(super) fn static_word(&mut self, attr: AttrId, looks_ahead: bool) -> Result<Word> {
        Ok(match self.module.ctx[attr] {
            Attr::Literal(value) => Word::number(value),
            // Forward references are allowed here: the order of these instructions is kept.
            Attr::Symbol(name) if looks_ahead || self.is_ext_inst(name) => Word::id(self.symbol_id(name)?),
            _ => Word::id(self.static_id(attr)?),
        })
    }

    /// Returns whether a name is that of an extended instruction of the module's own.
    fn is_ext_inst(&self, name: base::intern::Symbol) -> bool {
        let op = self.index.symbols.get(&name);
        op.is_some_and(|op| ops::code(self.module, *op) == Some(Code::Mlir(Mlir::ExtInst)))
    }

    pub(super) fn set_id(&mut self, name: &str) -> Result<Id> {
        if let Some(id) = self.ids.sets.get(name) {
            return Ok(*id);
        }
        let id = self.fresh();
        self.ids.sets.insert(name.to_owned(), id);
        let text = self.ctx.attr(Attr::Str(name.into()));
        let place = self.module.places.declared.get(&Declared::Set(text)).copied().unwrap_or(END);
        self.sections.imports.put(place, Words::new(Op::ExtInstImport).id(id).text(name))?;
        Ok(id)
    }

    /// The id of a type, which is written on first use.
    #[inline]
    pub(super) fn type_id(&mut self, ty: TypeId) -> Result<Id> {
        match self.ids.types.get(ty.index()).copied().unwrap_or(0) {
            0 => self.first_type_id(ty),
            id => Ok(Id(id)),
        }
    }

    fn first_type_id(&mut self, ty: TypeId) -> Result<Id> {
        self.enter()?;
        let id = self.new_type(ty)?;
        self.depth -= 1;
        // Words have types that the module does not have.
        if self.ids.types.len() <= ty.index() {
            self.ids.types.resize(ty.index() + 1, 0);
        }
        self.ids.types[ty.index()] = id.0;
        self.name_type(ty, id)?;
        Ok(id)
    }

    fn new_type(&mut self, ty: TypeId) -> Result<Id> {
        let id = self.fresh();
        let words = match self.ctx[ty].clone() {
            Type::None => Words::new(Op::TypeVoid).id(id),
            Type::Int { width: 1, .. } => Words::new(Op::TypeBool).id(id),
            Type::Int { width, sign } => {
                if sign == Sign::Unsigned {
                    // Both `ui32` and `i32` are `OpTypeInt 32 0`, which may be declared once.
                    let signless = self.int(width);
                    return self.type_id(signless);
                }
                Words::new(Op::TypeInt).id(id).numbers([width, u32::from(sign == Sign::Signed)])
            }
            Type::Float { width, kind } => {
                let words = Words::new(Op::TypeFloat).id(id).number(width);
                match kind {
                    FloatKind::Ieee => words,
                    FloatKind::Bf16 => words.number(0),
                    FloatKind::E4M3 => words.number(4214),
                    FloatKind::E5M2 => words.number(4215),
                }
            }
            Type::Vector { elem, len } => {
                let elem = self.type_id(elem)?;
                Words::new(Op::TypeVector).with_ids([id, elem]).number(len)
            }
            Type::Function { params, result } => {
                let mut types = vec![self.type_id(result)?];
                for param in &params {
                    types.push(self.type_id(*param)?);
                }
                Words::new(Op::TypeFunction).id(id).with_ids(types)
            }
            Type::Spirv(spirv) => return self.spirv_type(ty, id, spirv),
            Type::Llvm(_) => return error("a type of the LLVM dialect has no words"),
        };
        self.declare_once(ty, id, words)
    }

    /// Declares a type that is not an aggregate, unless a type with the same words has been declared: there is one of them.
    fn declare_once(&mut self, ty: TypeId, id: Id, words: Words) -> Result<Id> {
        if let Some(types) = &mut self.ids.declared_types {
            let known = *types.entry(words.without_result()).or_insert(id);
            if known != id {
                return Ok(known);
            }
        }
        self.declare(Some(Declared::Type(ty)), id, words)?;
        Ok(id)
    }

    fn spirv_type(&mut self, ty: TypeId, id: Id, spirv: SpirvType) -> Result<Id> {
        let words = match spirv {
            SpirvType::Pointer { pointee, storage, stride } => return self.pointer_type(ty, pointee, storage, stride),
            SpirvType::Array { elem, len, stride } => {
                let elem = self.type_id(elem)?;
                let len = match len {
                    Length::Const(len) => self.length(len)?,
                    Length::Symbol(name) => self.defined_symbol(name)?,
                };
                self.stride(ty, id, stride)?;
                Words::new(Op::TypeArray).with_ids([id, elem, len])
            }
            SpirvType::RuntimeArray { elem, stride } => {
                let elem = self.type_id(elem)?;
                self.stride(ty, id, stride)?;
                Words::new(Op::TypeRuntimeArray).with_ids([id, elem])
            }
            SpirvType::Struct { members, decorations, .. } => {
                self.struct_type(ty, id, &members)?;
                self.decorate(Some(Declared::Type(ty)), id, &decorations)?;
                self.close_announced(ty, id)?;
                return Ok(id);
            }
            SpirvType::StructRef(_) => return error("a struct is named where it is not defined"),
            SpirvType::Matrix { column, columns } => {
                let column = self.type_id(column)?;
                Words::new(Op::TypeMatrix).with_ids([id, column]).number(columns)
            }
            SpirvType::Image(image) => {
                let words = self.image_type(id, &image)?;
                return self.declare_once(ty, id, words);
            }
            SpirvType::Sampler => Words::new(Op::TypeSampler).id(id),
            SpirvType::SampledImage(image) => {
                let image = self.type_id(image)?;
                return self.declare_once(ty, id, Words::new(Op::TypeSampledImage).with_ids([id, image]));
            }
            SpirvType::Other { op, params, decorations } => {
                let words = self.other_type(op, id, &params)?;
                if decorations.is_empty() {
                    return self.declare_once(ty, id, words);
                }
                self.decorate(Some(Declared::Type(ty)), id, &decorations)?;
                words
            }
        };
        self.declare(Some(Declared::Type(ty)), id, words)?;
        Ok(id)
    }

    fn length(&mut self, len: u64) -> Result<Id> {
        let ty = if u32::try_from(len).is_ok() { self.int(32) } else { self.int(64) };
        let attr = self.ctx.attr(Attr::Int { bits: len, ty });
        self.constant_id(attr, ty)
    }

    fn image_type(&mut self, id: Id, image: &Image) -> Result<Words> {
        let sampled = self.type_id(image.sampled)?;
        let words = Words::new(Op::TypeImage).with_ids([id, sampled]).number(image.dim as u32);
        let facts = [image.depth, image.arrayed, image.multisampled, image.sampler_use].map(u32::from);
        let words = words.numbers(facts).number(image.format as u32);
        Ok(words.numbers(image.access.map(|access| access as u32)))
    }

    fn other_type(&mut self, op: Op, id: Id, params: &[AttrId]) -> Result<Words> {
        let mut args = Vec::new();
        for param in params {
            match self.ctx[*param].clone() {
                Attr::Enum { value, .. } | Attr::Literal(value) => args.push(Word::number(value)),
                Attr::Str(text) => args.extend(words_of_text(&text)),
                _ => args.push(Word::id(self.static_id(*param)?)),
            }
        }
        Ok(Words::new(op).id(id).all(args))
    }

    fn struct_type(&mut self, ty: TypeId, id: Id, members: &[Member]) -> Result<()> {
        let mut types = Vec::new();
        for member in members {
            types.push(match self.announce(member.ty)? {
                Some(id) => id,
                None => self.type_id(member.ty)?,
            });
        }
        let place = self.place_of_decoration(Some(Declared::Type(ty)), None);
        for (at, member) in members.iter().enumerate() {
            if let Some(offset) = member.offset {
                let words = [at as u32, spirv::Decoration::Offset as u32, offset];
                self.sections.annotations.put(place, Words::new(Op::MemberDecorate).id(id).numbers(words))?;
            }
            self.decorate_member(place, id, at as u32, &member.decorations)?;
        }
        self.declare(Some(Declared::Type(ty)), id, Words::new(Op::TypeStruct).id(id).with_ids(types))
    }

    /// For a pointer member to a struct under construction: the id of the pointer, which is forward-declared.
    fn announce(&mut self, ty: TypeId) -> Result<Option<Id>> {
        let Type::Spirv(SpirvType::Pointer { pointee, storage, stride }) = self.ctx[ty].clone() else {
            return Ok(None);
        };
        let Type::Spirv(SpirvType::StructRef(name)) = self.ctx[pointee] else { return Ok(None) };
        let Some(target) = self.index.structs.get(&name).copied() else {
            return error(format!("unknown struct '{}'", self.module.ctx.str(name)));
        };
        if let Some(id) = self.ids.pointers.get(&(storage, target, stride)) {
            return Ok(Some(*id));
        }
        let id = self.fresh();
        self.ids.pointers.insert((storage, target, stride), id);
        let words = Words::new(Op::TypeForwardPointer).id(id).number(storage as u32);
        let place = self.module.places.declared.get(&Declared::Announced(ty)).copied().unwrap_or(END);
        self.sections.globals.put(place, words)?;
        self.announced.push(Announced { id, storage, target, stride });
        Ok(Some(id))
    }

    /// Declares the pointers that were forward-declared for a struct.
    fn close_announced(&mut self, ty: TypeId, struct_id: Id) -> Result<()> {
        let (done, left) =
            std::mem::take(&mut self.announced).into_iter().partition(|one: &Announced| one.target == ty);
        self.announced = left;
        for Announced { id, storage, stride, .. } in done {
            let pointer = self.ctx.ty(Type::Spirv(SpirvType::Pointer { pointee: ty, storage, stride }));
            self.declare_pointer(pointer, id, storage, struct_id, stride)?;
        }
        Ok(())
    }

    fn declare_pointer(
        &mut self,
        ty: TypeId,
        id: Id,
        storage: spirv::StorageClass,
        pointee: Id,
        stride: Option<u32>,
    ) -> Result<()> {
        self.stride(ty, id, stride)?;
        let words = Words::new(Op::TypePointer).id(id).number(storage as u32).id(pointee);
        self.declare(Some(Declared::Type(ty)), id, words)
    }

    fn pointer_type(
        &mut self,
        ty: TypeId,
        pointee: TypeId,
        storage: spirv::StorageClass,
        stride: Option<u32>,
    ) -> Result<Id> {
        let target = match self.ctx[pointee] {
            Type::Spirv(SpirvType::StructRef(name)) => match self.index.structs.get(&name) {
                Some(target) => *target,
                None => return error("a struct is named that is not defined"),
            },
            _ => pointee,
        };
        if let Some(id) = self.ids.pointers.get(&(storage, target, stride)).copied() {
            self.type_id(target)?;
            return Ok(id);
        }
        let pointee = self.type_id(target)?;
        if let Some(id) = self.ids.pointers.get(&(storage, target, stride)).copied() {
            return Ok(id);
        }
        let id = self.fresh();
        self.ids.pointers.insert((storage, target, stride), id);
        self.declare_pointer(ty, id, storage, pointee, stride)?;
        Ok(id)
    }

    /// The words of a number of a type.
    pub(super) fn number(&self, bits: u64, ty: TypeId) -> Vec<u32> {
        let (width, signed) = match self.ctx[ty] {
            Type::Int { width, sign } => (width, sign == Sign::Signed),
            Type::Float { width, .. } => (width, false),
            Type::None | Type::Vector { .. } | Type::Function { .. } | Type::Spirv(_) | Type::Llvm(_) => (32, false),
        };
        match width {
            64 => vec![bits as u32, (bits >> 32) as u32],
            // Narrow signed numbers are sign-extended to a word.
            8 if signed => vec![bits as u8 as i8 as u32],
            16 if signed => vec![bits as u16 as i16 as u32],
            _ => vec![bits as u32],
        }
    }

    /// The id of a constant, which is written on first use.
    pub(super) fn constant_id(&mut self, attr: AttrId, ty: TypeId) -> Result<Id> {
        if let Some(id) = self.ids.constants.get(&(attr, ty)) {
            return Ok(*id);
        }
        self.enter()?;
        let type_id = self.type_id(ty)?;
        let id = match self.ctx[attr].clone() {
            Attr::Undef => self.undef_id(ty)?,
            other => {
                let (op, words) = match facts::size_of(&self.ctx, attr) {
                    Some(measured) => (Op::ConstantSizeOfEXT, vec![Word::id(self.type_id(measured)?)]),
                    None if self.module.places.nulls.contains(&(attr, ty)) => (Op::ConstantNull, Vec::new()),
                    None => self.constant_words(other, ty)?,
                };
                let id = self.fresh();
                let words = Words::new(op).with_ids([type_id, id]).all(words);
                self.declare(Some(Declared::Constant(attr, ty)), id, words)?;
                id
            }
        };
        self.depth -= 1;
        self.ids.constants.insert((attr, ty), id);
        Ok(id)
    }

    /// A constant text, which has no type.
    pub(super) fn text_constant(&mut self, attr: AttrId, text: &str) -> Result<Id> {
        let key = (attr, self.none);
        if let Some(id) = self.ids.constants.get(&key) {
            return Ok(*id);
        }
        let id = self.fresh();
        self.ids.constants.insert(key, id);
        let words = Words::new(Op::ConstantStringAMDX).id(id).text(text);
        self.declare(Some(Declared::Constant(key.0, key.1)), id, words)?;
        Ok(id)
    }

    /// The instruction that declares a constant, and its operands.
    fn constant_words(&mut self, attr: Attr, ty: TypeId) -> Result<(Op, Vec<Word>)> {
        let numbers = |numbers: Vec<u32>| numbers.into_iter().map(Word::number).collect();
        Ok(match attr {
            Attr::Bool(true) => (Op::ConstantTrue, Vec::new()),
            Attr::Bool(false) => (Op::ConstantFalse, Vec::new()),
            Attr::Int { bits, .. } | Attr::Float { bits, .. } => (Op::Constant, numbers(self.number(bits, ty))),
            Attr::Null => (Op::ConstantNull, Vec::new()),
            Attr::Dense { elems, .. } | Attr::Array(elems) => {
                if matches!(&self.ctx[ty], Type::Spirv(SpirvType::Sampler)) {
                    let words = elems.iter().map(|attr| self.word(*attr)).collect::<Result<Vec<_>>>()?;
                    return Ok((Op::ConstantSampler, numbers(words)));
                }
                if let Some(data) = self.data_words(&elems, ty) {
                    return Ok((Op::ConstantDataKHR, numbers(data)));
                }
                let mut ids = Vec::new();
                for (at, elem) in elems.iter().enumerate() {
                    let Some(ty) = facts::part_type(&self.ctx, ty, at) else {
                        return error("a constant has more parts than its type");
                    };
                    ids.push(Word::id(self.constant_id(*elem, ty)?));
                }
                (Op::ConstantComposite, ids)
            }
            Attr::Dict(_) => match (facts::replicated(&attr), facts::part_type(&self.ctx, ty, 0)) {
                (Some(part), Some(part_ty)) => {
                    (Op::ConstantCompositeReplicateEXT, vec![Word::id(self.constant_id(part, part_ty)?)])
                }
                _ => return error("a constant has no value"),
            },
            other => return error(format!("{other:?} is not a constant")),
        })
    }

    pub(super) fn undef_id(&mut self, ty: TypeId) -> Result<Id> {
        if let Some(id) = self.ids.undefs.get(&ty) {
            return Ok(*id);
        }
        let type_id = self.type_id(ty)?;
        let id = self.fresh();
        self.ids.undefs.insert(ty, id);
        let undef = self.ctx.attr(Attr::Undef);
        self.declare(Some(Declared::Constant(undef, ty)), id, Words::new(Op::Undef).with_ids([type_id, id]))?;
        Ok(id)
    }
}

/// The declaration of an op, if it has a name.
pub(super) fn declared(module: &Module, op: OpId) -> Option<Declared> {
    facts::name_of(module, op).map(Declared::Symbol)
}
