//! The module of kernels under construction: unique types and constants, declarations, and the order of all of them.

use crate::error::Result;
use base::ids::Set;
use base::intern::Symbol;
use dialect::ir::types::FloatKind;
use dialect::ir::{Attr, AttrId, Declared, Module, NamedAttr, OpId, Type, TypeId, ValueId};
use dialect::spirv::enums::Kind;
use dialect::spirv::names::Names;
use dialect::spirv::ops::{self, Mlir};
use dialect::spirv::shapes::{Matrix, Shaped};
use dialect::spirv::types::{Image, Length, Member, SpirvType};
use dialect::spirv::{attrs, operands};
use rustc_hash::FxHashMap;
use spirv::{
    AddressingModel, Capability, Decoration, Dim, ExecutionModel, LinkageType, MemoryModel, Op, SamplerAddressingMode,
    SamplerFilterMode, StorageClass,
};

/// The shape of a type, as far as conversions depend on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A boolean.
    Bool,
    /// An integer of this width.
    Int(u32),
    /// A float of this width.
    Float(u32),
    /// A vector of this type.
    Vector(TypeId, u32),
    /// An array of this type.
    Array(TypeId),
    /// A struct.
    Struct(Vec<TypeId>),
    /// A pointer.
    Pointer(StorageClass, TypeId),
    /// Anything else.
    Other,
}

/// A declaration of the module that functions use as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Global {
    /// A constant.
    Constant(AttrId, TypeId),
    /// The undefined value of a type.
    Undef(TypeId),
    /// A variable, with the type of its address.
    Variable(Symbol, TypeId),
    /// A specialisation constant.
    SpecConstant(Symbol, TypeId),
}

impl Global {
    /// The type of the value.
    pub(super) fn ty(self) -> TypeId {
        match self {
            Global::Constant(_, ty) | Global::Undef(ty) | Global::Variable(_, ty) | Global::SpecConstant(_, ty) => ty,
        }
    }
}

/// The target of a decoration.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    /// A variable, a function or a specialisation constant: the op that declares it, with its name.
    Declaration(OpId, Symbol),
    /// A parameter or the result of an instruction.
    Value(ValueId),
}

/// The module.
pub(super) struct Output {
    pub(super) module: Module,
    is_32: bool,
    /// The number of declarations and decorations so far: they are written in the order in which they are made.
    place: u32,
    names: Names,
    /// The extensions that are named.
    pub(super) extensions: Set<String>,
    /// The capabilities that are named.
    pub(super) capabilities: Vec<u32>,
    sources: Vec<OpId>,
    globals: Vec<OpId>,
    /// The functions of other modules, which precede all others.
    declarations: Vec<OpId>,
    functions: Vec<OpId>,
    /// The functions that have a body, by name.
    named_functions: FxHashMap<Symbol, OpId>,
    entry_points: Vec<OpId>,
    modes: Vec<OpId>,
}

impl Output {
    pub(super) fn new(is_32: bool, version: (u8, u8)) -> Self {
        let mut module = Module::new(ops::mlir(Mlir::Module));
        let addressing = if is_32 { AddressingModel::Physical32 } else { AddressingModel::Physical64 };
        let root = module.root;
        let models = [(Kind::AddressingModel, addressing as u32), (Kind::MemoryModel, MemoryModel::OpenCL as u32)];
        for (kind, value) in models {
            let attr = module.ctx.enum_attr(kind.id(), value);
            module[root].set_attr(kind.table().snake, attr);
        }
        let version = module.ctx.str_attr(&format!("v{}.{}", version.0, version.1));
        module[root].set_attr(attrs::VERSION, version);
        let mut output = Output {
            module,
            is_32,
            place: 0,
            names: Names::default(),
            extensions: Set::default(),
            capabilities: Vec::new(),
            sources: Vec::new(),
            globals: Vec::new(),
            declarations: Vec::new(),
            functions: Vec::new(),
            named_functions: FxHashMap::default(),
            entry_points: Vec::new(),
            modes: Vec::new(),
        };
        output.set_generator(0);
        output
    }

    /// Addresses have 32 bits.
    pub(super) fn is_32(&self) -> bool {
        self.is_32
    }

    fn next_place(&mut self) -> u32 {
        self.place += 1;
        self.place
    }

    fn declare(&mut self, what: Declared) {
        let place = self.next_place();
        self.module.places.declared.entry(what).or_insert(place);
    }

    // Types.

    /// A type, which exists once.
    pub(super) fn ty(&mut self, ty: Type) -> TypeId {
        let ty = self.module.ctx.ty(ty);
        self.declare(Declared::Type(ty));
        ty
    }

    fn spirv(&mut self, ty: SpirvType) -> TypeId {
        self.ty(Type::Spirv(ty))
    }

    /// The shape of a type.
    pub(super) fn shape(&self, ty: TypeId) -> Shape {
        match &self.module.ctx[ty] {
            Type::Int { width: 1, .. } => Shape::Bool,
            Type::Int { width, .. } => Shape::Int(*width),
            Type::Float { width, .. } => Shape::Float(*width),
            Type::Vector { elem, len } => Shape::Vector(*elem, *len),
            Type::Spirv(SpirvType::Array { elem, .. }) => Shape::Array(*elem),
            Type::Spirv(SpirvType::Struct { members, .. }) => {
                Shape::Struct(members.iter().map(|member| member.ty).collect())
            }
            Type::Spirv(SpirvType::Pointer { pointee, storage, .. }) => Shape::Pointer(*storage, *pointee),
            Type::Spirv(_) | Type::None | Type::Function { .. } | Type::Llvm(_) => Shape::Other,
        }
    }

    /// The type of a value.
    pub(super) fn type_of(&self, value: ValueId) -> TypeId {
        self.module.type_of(value)
    }

    pub(super) fn void(&mut self) -> TypeId {
        self.ty(Type::None)
    }

    pub(super) fn bool(&mut self) -> TypeId {
        self.int(1)
    }

    pub(super) fn int(&mut self, width: u32) -> TypeId {
        let ty = self.module.ctx.int(width);
        self.declare(Declared::Type(ty));
        ty
    }

    /// The integers that are as wide as addresses.
    pub(super) fn size(&mut self) -> TypeId {
        self.int(if self.is_32 { 32 } else { 64 })
    }

    pub(super) fn float(&mut self, width: u32) -> TypeId {
        self.ty(Type::Float { width, kind: FloatKind::Ieee })
    }

    /// Returns whether a type is, or is of, floats of 16 bits with the range of those of 32 bits.
    pub(super) fn is_brain_float(&self, ty: TypeId) -> bool {
        matches!(self.module.ctx[self.scalar(ty)], Type::Float { kind: FloatKind::Bf16, .. })
    }

    /// The floats of 16 bits with the range of those of 32 bits.
    pub(super) fn brain_float(&mut self) -> TypeId {
        self.ty(Type::Float { width: 16, kind: FloatKind::Bf16 })
    }

    /// A cooperative matrix by its scope, its rows, its columns and its use.
    pub(super) fn matrix(&mut self, elem: TypeId, numbers: [u32; 4]) -> TypeId {
        let int = self.int(32);
        for number in numbers {
            self.number(int, u64::from(number));
        }
        let [scope, rows, columns, matrix_use] = numbers;
        let shape = Shaped::Matrix(Matrix { elem, rows, columns, scope, matrix_use });
        let ty = shape.to_type(&mut self.module.ctx);
        self.spirv(ty)
    }

    pub(super) fn vector(&mut self, elem: TypeId, len: u32) -> TypeId {
        self.ty(Type::Vector { elem, len })
    }

    pub(super) fn array(&mut self, elem: TypeId, len: u64) -> TypeId {
        self.spirv(SpirvType::Array { elem, len: Length::Const(len), stride: None })
    }

    pub(super) fn structure(&mut self, members: &[TypeId]) -> TypeId {
        let members = members.iter().map(|ty| Member { ty: *ty, offset: None, decorations: Vec::new() }).collect();
        self.spirv(SpirvType::Struct { name: None, members, decorations: Vec::new() })
    }

    pub(super) fn pointer(&mut self, storage: StorageClass, pointee: TypeId) -> TypeId {
        self.spirv(SpirvType::Pointer { pointee, storage, stride: None })
    }

    pub(super) fn image(&mut self, image: Image) -> TypeId {
        self.spirv(SpirvType::Image(image))
    }

    pub(super) fn sampled_image(&mut self, image: TypeId) -> TypeId {
        self.spirv(SpirvType::SampledImage(image))
    }

    pub(super) fn sampler(&mut self) -> TypeId {
        self.spirv(SpirvType::Sampler)
    }

    /// Returns whether a type is that of samplers.
    pub(super) fn is_sampler(&self, ty: TypeId) -> bool {
        matches!(self.module.ctx[ty], Type::Spirv(SpirvType::Sampler))
    }

    /// A type that only its instruction describes.
    pub(super) fn other(&mut self, op: Op, params: &[AttrId]) -> TypeId {
        self.spirv(SpirvType::Other { op, params: params.into(), decorations: Vec::new() })
    }

    /// A type with another component type and the same number of components.
    pub(super) fn like(&mut self, ty: TypeId, scalar: TypeId) -> TypeId {
        match self.shape(ty) {
            Shape::Vector(_, len) => self.vector(scalar, len),
            _ => scalar,
        }
    }

    /// The type of the components of a vector; of anything else, itself.
    pub(super) fn scalar(&self, ty: TypeId) -> TypeId {
        match self.shape(ty) {
            Shape::Vector(elem, _) => elem,
            _ => ty,
        }
    }

    /// The bytes that a value takes in memory, and its alignment, as OpenCL lays values out.
    pub(super) fn size_of(&self, ty: TypeId) -> Option<(u64, u64)> {
        Some(match self.shape(ty) {
            Shape::Int(width) | Shape::Float(width) => {
                let bytes = u64::from(width.div_ceil(8).next_power_of_two());
                (bytes, bytes)
            }
            Shape::Vector(elem, len) => {
                let bytes = (self.size_of(elem)?.0 * u64::from(len)).next_power_of_two();
                (bytes, bytes)
            }
            Shape::Array(elem) => {
                let (bytes, align) = self.size_of(elem)?;
                (bytes.checked_mul(self.length_of(ty)?)?, align)
            }
            Shape::Struct(members) => {
                let (mut end, mut most) = (0u64, 1);
                for member in members {
                    let (bytes, align) = self.size_of(member)?;
                    (end, most) = (end.next_multiple_of(align).checked_add(bytes)?, align.max(most));
                }
                (end.next_multiple_of(most), most)
            }
            Shape::Pointer(..) => {
                if self.is_32 {
                    (4, 4)
                } else {
                    (8, 8)
                }
            }
            Shape::Bool | Shape::Other => return None,
        })
    }

    /// The number of elements of an array.
    fn length_of(&self, ty: TypeId) -> Option<u64> {
        match &self.module.ctx[ty] {
            Type::Spirv(SpirvType::Array { len: Length::Const(len), .. }) => Some(*len),
            _ => None,
        }
    }

    /// The number of components of the size of an image of this type, and whether it may have mip levels.
    pub(super) fn image_size(&self, ty: TypeId) -> Option<(u32, bool)> {
        let Type::Spirv(SpirvType::Image(image)) = &self.module.ctx[ty] else { return None };
        let parts = match image.dim {
            Dim::Dim1D | Dim::DimBuffer => 1,
            Dim::Dim3D => 3,
            _ => 2,
        };
        Some((parts + u32::from(image.arrayed), image.dim != Dim::DimBuffer))
    }

    // Constants.

    /// The undefined value of a type.
    pub(super) fn undef(&mut self, ty: TypeId) -> Global {
        let undef = self.module.ctx.attr(Attr::Undef);
        self.declare(Declared::Constant(undef, ty));
        Global::Undef(ty)
    }

    /// A constant with this value.
    pub(super) fn constant(&mut self, attr: Attr, ty: TypeId) -> Global {
        Global::Constant(self.constant_attr(attr, ty), ty)
    }

    fn constant_attr(&mut self, attr: Attr, ty: TypeId) -> AttrId {
        let attr = self.module.ctx.attr(attr);
        self.declare(Declared::Constant(attr, ty));
        attr
    }

    /// A number by its bits: of an integer or of floating point, or a vector of it; of any other type, zero.
    pub(super) fn number(&mut self, ty: TypeId, bits: u64) -> Global {
        match self.shape(ty) {
            Shape::Vector(..) if bits == 0 => self.null(ty),
            Shape::Vector(elem, len) => {
                let part = self.scalar_number(elem, bits);
                self.constant(Attr::Dense { elems: vec![part; len as usize].into(), ty }, ty)
            }
            _ => Global::Constant(self.scalar_number(ty, bits), ty),
        }
    }

    fn scalar_number(&mut self, ty: TypeId, bits: u64) -> AttrId {
        let low = |width: u32| bits & u64::MAX.checked_shr(64 - width).unwrap_or(0);
        let attr = match self.shape(ty) {
            Shape::Bool => Attr::Bool(bits & 1 != 0),
            Shape::Int(width) => Attr::Int { bits: low(width), ty },
            Shape::Float(width) => Attr::Float { bits: low(width), ty },
            Shape::Vector(..) | Shape::Array(_) | Shape::Struct(_) | Shape::Pointer(..) | Shape::Other => Attr::Null,
        };
        self.constant_attr(attr, ty)
    }

    /// The zero of a type.
    pub(super) fn null(&mut self, ty: TypeId) -> Global {
        let Shape::Vector(elem, len) = self.shape(ty) else { return Global::Constant(self.scalar_number(ty, 0), ty) };
        let zero = self.scalar_number(elem, 0);
        let attr = self.module.ctx.attr(Attr::Dense { elems: vec![zero; len as usize].into(), ty });
        if !self.module.places.declared.contains_key(&Declared::Constant(attr, ty)) {
            self.module.places.nulls.insert((attr, ty));
        }
        self.declare(Declared::Constant(attr, ty));
        Global::Constant(attr, ty)
    }

    /// A sampler by its properties.
    pub(super) fn sampler_constant(
        &mut self,
        ty: TypeId,
        addressing: SamplerAddressingMode,
        is_normalised: bool,
        filter: SamplerFilterMode,
    ) -> Global {
        let ctx = &mut self.module.ctx;
        let parts = [
            ctx.enum_attr(Kind::SamplerAddressingMode.id(), addressing as u32),
            ctx.i32_attr(u32::from(is_normalised)),
            ctx.enum_attr(Kind::SamplerFilterMode.id(), filter as u32),
        ];
        self.constant(Attr::Array(parts.into()), ty)
    }

    /// A constant as a part or the initial value of something.
    pub(super) fn static_attr(&mut self, value: Global) -> AttrId {
        let ctx = &mut self.module.ctx;
        let (attr, ty) = match value {
            Global::Constant(attr, ty) => (attr, ty),
            Global::Undef(ty) => (ctx.attr(Attr::Undef), ty),
            Global::Variable(name, _) | Global::SpecConstant(name, _) => return ctx.symbol_attr(name),
        };
        match ctx[attr] {
            // The attribute alone does not say the type.
            Attr::Null | Attr::Undef | Attr::Array(_) => {
                let pair = [(attrs::VALUE, attr), (attrs::TYPE, ctx.attr(Attr::Type(ty)))];
                ctx.attr(Attr::Dict(pair.into()))
            }
            _ => attr,
        }
    }

    // Declarations.

    fn add(&mut self, info: &'static dialect::ir::OpInfo, attrs: &[NamedAttr]) -> OpId {
        let op = self.module.add_op(info);
        let body = self.module.body();
        self.module[op].block = Some(body);
        self.module[op].attrs = attrs.into();
        op
    }

    /// A unique name for a declaration that has this one, or none.
    pub(super) fn named(&mut self, name: &str) -> Symbol {
        match name {
            "" => self.names.generated(&mut self.module.ctx),
            name => self.names.unique(&mut self.module.ctx, name),
        }
    }

    /// The op that declares a name, with the text that the name is unique for.
    fn declaration(&mut self, op: Mlir, name: Symbol, own: &str, rest: &[NamedAttr]) -> OpId {
        let ctx = &mut self.module.ctx;
        let mut attrs = vec![(attrs::SYM_NAME, ctx.symbol_attr(name))];
        attrs.extend(rest);
        if !own.is_empty() && ctx.str(name) != own {
            attrs.push((attrs::OWN_NAME, ctx.str_attr(own)));
        }
        let op = self.add(ops::mlir(op), &attrs);
        self.declare(Declared::Symbol(name));
        op
    }

    /// The name of a declaration is written after those before.
    pub(super) fn place_name(&mut self, name: Symbol) {
        let place = self.next_place();
        self.module.places.named.entry(Declared::Symbol(name)).or_insert(place);
    }

    /// A variable of the module, and what represents its address.
    pub(super) fn variable(
        &mut self,
        name: &str,
        storage: StorageClass,
        pointee: TypeId,
        initial: Option<Global>,
    ) -> (Target, Global) {
        let pointer = self.pointer(storage, pointee);
        let symbol = self.named(name);
        let mut rest = vec![(attrs::TYPE, self.module.ctx.attr(Attr::Type(pointer)))];
        // An initializer that may be anything is left out.
        let initial = initial.filter(|initial| !matches!(initial, Global::Undef(_)));
        rest.extend(initial.map(|initial| (attrs::INITIALIZER, self.static_attr(initial))));
        let op = self.declaration(Mlir::GlobalVariable, symbol, name, &rest);
        self.place_name(symbol);
        self.globals.push(op);
        (Target::Declaration(op, symbol), Global::Variable(symbol, pointer))
    }

    /// A specialisation constant by its number, with its default.
    pub(super) fn spec_constant(&mut self, number: u32, default: AttrId, ty: TypeId) -> Result<Global> {
        let rest = [(attrs::VALUE, default), (attrs::TYPE, self.module.ctx.attr(Attr::Type(ty)))];
        let made = self.spec(Mlir::SpecConstant, ty, &rest);
        self.decorate(made.0, Decoration::SpecId, &[number])?;
        Ok(made.1)
    }

    /// The result of an instruction on constants.
    pub(super) fn spec_operation(&mut self, op: Op, ty: TypeId, operands: &[Global]) -> Global {
        let operands = operands.iter().map(|operand| self.static_attr(*operand)).collect();
        let ctx = &mut self.module.ctx;
        let rest = [
            (attrs::OP, ctx.str_attr(ops::core(op).name)),
            (attrs::ARGS, ctx.attr(Attr::Array(operands))),
            (attrs::TYPE, ctx.attr(Attr::Type(ty))),
        ];
        self.spec(Mlir::SpecConstantOperation, ty, &rest).1
    }

    /// A composite of which a part is computed when the module is loaded.
    pub(super) fn spec_composite(&mut self, ty: TypeId, parts: &[Global]) -> Global {
        let parts = parts.iter().map(|part| self.static_attr(*part)).collect();
        let ctx = &mut self.module.ctx;
        let rest = [(attrs::ARGS, ctx.attr(Attr::Array(parts))), (attrs::TYPE, ctx.attr(Attr::Type(ty)))];
        self.spec(Mlir::SpecConstantComposite, ty, &rest).1
    }

    fn spec(&mut self, op: Mlir, ty: TypeId, rest: &[NamedAttr]) -> (Target, Global) {
        let name = self.named("");
        let op = self.declaration(op, name, "", rest);
        self.globals.push(op);
        (Target::Declaration(op, name), Global::SpecConstant(name, ty))
    }

    /// A function, to which its region is still to be given.
    pub(super) fn function(&mut self, name: Symbol, own: &str, ty: TypeId, control: u32) -> OpId {
        let kind = Kind::FunctionControl;
        let ctx = &mut self.module.ctx;
        let rest = [(attrs::TYPE, ctx.attr(Attr::Type(ty))), (kind.table().snake, ctx.enum_attr(kind.id(), control))];
        let op = self.declaration(Mlir::Func, name, own, &rest);
        self.functions.push(op);
        self.named_functions.insert(name, op);
        op
    }

    /// A function of another module, under its name there.
    pub(super) fn imported(&mut self, name: Symbol, own: &str, ty: TypeId, control: u32) -> Result<()> {
        let op = self.function(name, own, ty, control);
        self.functions.pop();
        self.named_functions.remove(&name);
        self.declarations.push(op);
        self.module.add_region(op);
        self.place_name(name);
        self.import(Target::Declaration(op, name), own)
    }

    /// Says that a function or a variable is another module's.
    pub(super) fn import(&mut self, target: Target, name: &str) -> Result<()> {
        self.capabilities.push(Capability::Linkage as u32);
        self.link(target, name, LinkageType::Import)
    }

    /// A function of the module by its name.
    pub(super) fn function_named(&self, name: Symbol) -> Option<Target> {
        self.named_functions.get(&name).map(|op| Target::Declaration(*op, name))
    }

    /// A function is a kernel with this name, which reads these builtins.
    pub(super) fn entry_point(&mut self, function: Symbol, name: &str, interface: &[Symbol]) {
        let kind = Kind::ExecutionModel;
        let ctx = &mut self.module.ctx;
        let interface = interface.iter().map(|name| ctx.symbol_attr(*name)).collect();
        let mut attrs = vec![
            (kind.table().snake, ctx.enum_attr(kind.id(), ExecutionModel::Kernel as u32)),
            (attrs::SYMBOL, ctx.symbol_attr(function)),
            (attrs::ARGS, ctx.attr(Attr::Array(interface))),
        ];
        if ctx.str(function) != name {
            attrs.push((attrs::ENTRY_NAME, ctx.str_attr(name)));
        }
        let op = self.add(ops::core(Op::EntryPoint), &attrs);
        self.entry_points.push(op);
    }

    /// An execution mode of a kernel, once.
    pub(super) fn mode(&mut self, function: Symbol, mode: u32, numbers: &[u32]) -> Result<()> {
        let kind = Kind::ExecutionMode;
        let words: Vec<u32> = std::iter::once(mode).chain(numbers.iter().copied()).collect();
        let ctx = &mut self.module.ctx;
        let mode = operands::enumerant(ctx, kind, &words)?;
        let attrs = [(attrs::SYMBOL, ctx.symbol_attr(function)), (kind.table().snake, mode)];
        if !self.modes.iter().any(|known| *self.module[*known].attrs == attrs) {
            let op = self.add(ops::core(Op::ExecutionMode), &attrs);
            self.modes.push(op);
        }
        Ok(())
    }

    // Decorations and sources.

    pub(super) fn decorate(&mut self, target: Target, decoration: Decoration, words: &[u32]) -> Result<()> {
        // Its operand is text, and early versions have extensions for both.
        if decoration == Decoration::UserSemantic {
            let names = ["SPV_GOOGLE_decorate_string", "SPV_GOOGLE_hlsl_functionality1"];
            self.extensions.extend(names.map(str::to_owned));
        }
        let attr = operands::decoration(&mut self.module.ctx, decoration, words)?;
        let what = match target {
            Target::Declaration(op, name) => {
                self.module[op].attrs.push(attr);
                Declared::Symbol(name)
            }
            Target::Value(value) => {
                match self.module.defining_op(value) {
                    Some(op) => self.module[op].attrs.push(attr),
                    None => {
                        let attrs = self.module.arg_attrs(value).iter().copied().chain([attr]).collect();
                        self.module.set_arg_attrs(value, attrs);
                    }
                }
                Declared::Value(value)
            }
        };
        let place = self.next_place();
        self.module.places.decorated.entry((what, Some(decoration as u32))).or_insert(place);
        Ok(())
    }

    pub(super) fn link(&mut self, target: Target, name: &str, kind: LinkageType) -> Result<()> {
        let mut words = Vec::new();
        push_text(&mut words, name);
        words.push(kind as u32);
        self.decorate(target, Decoration::LinkageAttributes, &words)
    }

    /// The language of the source, its version, and the name of its file.
    pub(super) fn source(&mut self, language: u32, version: u32, file: Option<&str>) -> Result<()> {
        let kind = Kind::SourceLanguage;
        let file = file.map(|file| (attrs::STRING, self.text(file)));
        let ctx = &mut self.module.ctx;
        let rest = [
            (kind.table().snake, operands::enumerant(ctx, kind, &[language])?),
            (attrs::LITERALS[0], ctx.i32_attr(version)),
        ];
        let attrs: Vec<NamedAttr> = file.into_iter().chain(rest).collect();
        let op = self.add(ops::core(Op::Source), &attrs);
        self.sources.push(op);
        Ok(())
    }

    pub(super) fn source_extension(&mut self, name: &str) {
        let attr = (attrs::TEXTS[0], self.module.ctx.str_attr(name));
        let op = self.add(ops::core(Op::SourceExtension), &[attr]);
        self.sources.push(op);
    }

    pub(super) fn set_generator(&mut self, generator: u32) {
        let root = self.module.root;
        let generator = self.module.ctx.i32_attr(generator);
        self.module[root].set_attr(attrs::GENERATOR, generator);
    }

    /// A text that instructions refer to.
    pub(super) fn text(&mut self, text: &str) -> AttrId {
        let attr = self.module.ctx.str_attr(text);
        self.declare(Declared::Text(attr));
        attr
    }

    /// The module, with its declarations in the order that the dialect has.
    pub(super) fn finish(self) -> Module {
        let mut module = self.module;
        let body = module.body();
        let parts = [self.sources, self.globals, self.declarations, self.functions, self.entry_points, self.modes];
        module[body].ops = parts.into_iter().flatten().collect();
        module
    }
}

/// Adds text as words, which end with a byte that is 0.
pub(super) fn push_text(words: &mut Vec<u32>, text: &str) {
    let mut bytes: Vec<u8> = text.bytes().filter(|byte| *byte != 0).collect();
    bytes.resize(bytes.len() / 4 * 4 + 4, 0);
    words.extend(bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])));
}
