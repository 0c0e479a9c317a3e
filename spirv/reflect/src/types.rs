//! Types of a module as the model has them, and the layouts of its structs.
//!
//! Structs are processed in the order of the module, in which types follow their parts: one walk suffices, without
//! recursion.

use crate::constants::Constants;
use crate::index::Index;
use crate::model::{Amount, Dimension, Matrix, Order, Scalar, Struct, Type};
use crate::struct_layout::Laid;
use dialect::diagnostics::{Code, Error, Result};
use dialect::spirv::access::Access;
use dialect::spirv::decode::{Inst, Operand};
use dialect::spirv::index::Decorated;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{Decoration, FPEncoding, Op, SourceLanguage, StorageClass};

/// The limit of an array's dimensions, because each member lists them.
const MAX_DIMENSIONS: usize = 64;

/// Layout decorations of a member.
#[derive(Clone, Copy, Default)]
pub(crate) struct Placing {
    pub(crate) offset: Option<u64>,
    /// The matrix stride.
    pub(crate) stride: Option<u64>,
    /// The majorness in SPIR-V's terms.
    pub(crate) order: Option<Order>,
}

/// The types of a module.
pub(crate) struct Types<'m, 'i> {
    index: &'i Index<'m>,
    constants: &'i Constants,
    /// True if rows of the source are columns in SPIR-V.
    transposed: bool,
    /// The name of each struct.
    names: FxHashMap<u32, String>,
    /// The number of each struct with a layout.
    placed: FxHashMap<u32, usize>,
    /// The structs with a layout.
    laid: Laid,
    /// The layouts of their members.
    placings: Vec<Vec<Placing>>,
    /// The sizes of types without a layout, if they are requested.
    natural: FxHashMap<u32, u64>,
}

impl<'m, 'i> Types<'m, 'i> {
    /// The types of a module. `measures` is true if sizes are requested without a layout.
    ///
    /// # Errors
    /// When a type has too many dimensions.
    pub(crate) fn new(index: &'i Index<'m>, constants: &'i Constants, measures: bool) -> Result<Types<'m, 'i>> {
        let mut types = Types {
            index,
            constants,
            transposed: counts_rows_first(index),
            names: names(index),
            placed: FxHashMap::default(),
            laid: Laid::default(),
            placings: Vec::new(),
            natural: FxHashMap::default(),
        };
        for inst in &index.made {
            if measures {
                types.measure(inst);
            }
            if inst.op == Op::TypeStruct {
                types.place(inst)?;
            }
        }
        Ok(types)
    }

    /// The structs with a layout.
    pub(crate) fn into_structs(self) -> Vec<Struct> {
        self.laid.into_structs()
    }

    /// The struct with a layout that has this id.
    pub(crate) fn structure(&self, id: u32) -> Option<&Struct> {
        self.placed.get(&id).map(|at| &self.laid.structs()[*at])
    }

    /// The struct with a layout that has this name.
    pub(crate) fn named(&self, name: &str) -> Option<&Struct> {
        self.laid.named(name)
    }

    /// The structs with a layout.
    pub(crate) fn laid(&self) -> &Laid {
        &self.laid
    }

    /// The bytes of a type without a layout, tightly packed.
    pub(crate) fn natural_size(&self, id: u32) -> u64 {
        self.natural.get(&id).copied().unwrap_or_default()
    }

    /// Measures a type: types follow their parts, whose sizes are known.
    fn measure(&mut self, inst: &Inst) {
        let known = |id: u32| self.natural.get(&id).copied().unwrap_or_default();
        let count = |id: u32| self.constants.value(id).unwrap_or_default();
        let size = match inst.op {
            Op::TypeBool => 4,
            Op::TypeInt | Op::TypeFloat => u64::from(inst.literal(0)) / 8,
            Op::TypeVector | Op::TypeMatrix => known(inst.id(0)).saturating_mul(inst.literal(1).into()),
            Op::TypeArray | Op::TypeVectorIdEXT => known(inst.id(0)).saturating_mul(count(inst.id(1))),
            Op::TypeStruct => inst.ids_from(0).fold(0u64, |sum, part| sum.saturating_add(known(part))),
            Op::TypePointer => 8,
            _ => return,
        };
        self.natural.insert(inst.result_id(), size);
    }

    /// The layout of a member.
    pub(crate) fn placing(&self, id: u32, member: u64) -> Option<Placing> {
        let placings = &self.placings[*self.placed.get(&id)?];
        placings.get(usize::try_from(member).ok()?).copied()
    }

    /// The bytes from the start of a value in memory to the end of its last scalar; `None` if the host decides.
    pub(crate) fn bytes_of(&self, mut id: u32, placing: Placing) -> Option<u64> {
        // The last element of each dimension has no padding: strides add up, the innermost element counts once.
        let mut before = 0u64;
        loop {
            let inst = self.index.def(id)?;
            let own = match inst.op {
                Op::TypeArray => {
                    let stride = self.index.decorated(id, Decoration::ArrayStride)?;
                    let count = self.constants.value(inst.id(1))?;
                    before = before.saturating_add(u64::from(stride).saturating_mul(count.saturating_sub(1)));
                    id = inst.id(0);
                    continue;
                }
                Op::TypeStruct => self.structure(id)?.size.number()?,
                Op::TypeMatrix => {
                    let (scalar, length) = self.base_vector(inst.id(0))?;
                    let (count, length) = match placing.order {
                        Some(Order::RowMajor) => (length, inst.literal(1)),
                        Some(Order::ColumnMajor) | None => (inst.literal(1), length),
                    };
                    let vector = u64::from(length) * u64::from(scalar.bytes());
                    let before = placing.stride.unwrap_or(vector).saturating_mul(u64::from(count).saturating_sub(1));
                    before.saturating_add(vector)
                }
                Op::TypeVector => u64::from(inst.literal(1)) * u64::from(self.scalar(inst.id(0)).bytes()),
                Op::TypePointer => 8,
                Op::TypeBool | Op::TypeInt | Op::TypeFloat => self.scalar(id).bytes().into(),
                _ => return None,
            };
            return Some(before.saturating_add(own));
        }
    }

    fn place(&mut self, inst: &'m Inst) -> Result<()> {
        let id = inst.result_id();
        let placings = self.placings(inst);
        if placings.iter().any(|one| one.offset.is_none()) {
            return Ok(());
        }
        let mut members = Vec::with_capacity(placings.len());
        for (at, placing) in placings.iter().enumerate() {
            let ty = self.placed_type(inst.id(at), *placing)?;
            let name = self.index.member_name(id, at as u32).to_owned();
            members.push((name, placing.offset.unwrap_or_default(), ty));
        }
        let name = self.names.get(&id).cloned().unwrap_or_default();
        let spirv_name = Some(self.index.name(id)).filter(|one| *one != name).map(str::to_owned);
        self.placed.insert(id, self.laid.structs().len());
        self.laid.add(name, members).spirv_name = spirv_name;
        self.placings.push(placings);
        Ok(())
    }

    fn placings(&self, inst: &Inst) -> Vec<Placing> {
        let mut placings = vec![Placing::default(); inst.operands.len()];
        for one in self.index.decorations(inst.result_id()) {
            let Some(placing) = one.member.and_then(|at| placings.get_mut(at as usize)) else { continue };
            match one.kind {
                Decoration::Offset => placing.offset = Some(one.number(0).into()),
                Decoration::MatrixStride => placing.stride = Some(one.number(0).into()),
                Decoration::RowMajor => placing.order = Some(Order::RowMajor),
                Decoration::ColMajor => placing.order = Some(Order::ColumnMajor),
                _ => {}
            }
        }
        placings
    }

    /// A type without a layout.
    pub(crate) fn plain(&self, id: u32) -> Result<Type> {
        self.placed_type(id, Placing::default())
    }

    fn placed_type(&self, id: u32, placing: Placing) -> Result<Type> {
        let (base, dims) = self.strip_arrays(id)?;
        Ok(Type { dims, ..self.base(base, placing) })
    }

    /// The element type of arrays, and their dimensions.
    pub(crate) fn strip_arrays(&self, mut id: u32) -> Result<(u32, Vec<Dimension>)> {
        let mut dims = Vec::new();
        while let Some(inst) = self.index.def(id) {
            let count = match inst.op {
                Op::TypeArray => self.constants.amount(inst.id(1)),
                Op::TypeRuntimeArray => Amount::RUNTIME,
                _ => break,
            };
            if dims.len() == MAX_DIMENSIONS {
                let message = format!("an array has more than {MAX_DIMENSIONS} dimensions");
                return Err(Error::at_word(Code::Limit, inst.offset, message));
            }
            let stride = self.index.decorated(id, Decoration::ArrayStride).map(u64::from);
            dims.push(Dimension { count, stride });
            id = inst.id(0);
        }
        Ok((id, dims))
    }

    fn base(&self, id: u32, placing: Placing) -> Type {
        let opaque = |name: &str| Type::opaque(name.to_owned());
        let Some(inst) = self.index.def(id) else { return opaque("void") };
        match inst.op {
            Op::TypeBool | Op::TypeInt | Op::TypeFloat => Type::number(self.scalar(id)),
            Op::TypeVector | Op::TypeVectorIdEXT => {
                let count = match inst.op {
                    Op::TypeVector => inst.literal(1),
                    _ => self.constants.value(inst.id(1)).unwrap_or_default() as u32,
                };
                Type::vector(self.scalar(inst.id(0)), count)
            }
            Op::TypeMatrix => self.matrix(inst, placing),
            Op::TypeStruct => Type::structure(self.names.get(&id).cloned().unwrap_or_default()),
            Op::TypePointer if inst.value(0) == StorageClass::PhysicalStorageBuffer as u32 => {
                Type::address(self.names.get(&inst.id(1)).cloned())
            }
            _ => opaque(opaque_name(inst.op)),
        }
    }

    fn matrix(&self, inst: &Inst, placing: Placing) -> Type {
        let vector = self.base_vector(inst.id(0));
        let (scalar, length) = vector.unwrap_or((Scalar::Unknown, 0));
        let count = inst.literal(1);
        // A matrix of SPIR-V is `count` columns.
        let (rows, columns) = if self.transposed { (count, length) } else { (length, count) };
        let order = placing.order.map(|order| if self.transposed { other(order) } else { order });
        let by_rows = placing.order == Some(Order::RowMajor);
        let (count, length) = if by_rows { (length, count) } else { (count, length) };
        Type::matrix(scalar, Matrix { rows, columns, order, count, length, stride: placing.stride })
    }

    fn base_vector(&self, id: u32) -> Option<(Scalar, u32)> {
        let inst = self.index.def(id).filter(|inst| inst.op == Op::TypeVector)?;
        Some((self.scalar(inst.id(0)), inst.literal(1)))
    }

    /// The scalar type.
    pub(crate) fn scalar(&self, id: u32) -> Scalar {
        let Some(inst) = self.index.def(id) else { return Scalar::Unknown };
        match (inst.op, inst.literal(0), inst.literal(1)) {
            (Op::TypeBool, ..) => Scalar::Bool,
            (Op::TypeInt, 8, 0) => Scalar::Uint8,
            (Op::TypeInt, 8, _) => Scalar::Int8,
            (Op::TypeInt, 16, 0) => Scalar::Uint16,
            (Op::TypeInt, 16, _) => Scalar::Int16,
            (Op::TypeInt, 32, 0) => Scalar::Uint32,
            (Op::TypeInt, 32, _) => Scalar::Int32,
            (Op::TypeInt, 64, 0) => Scalar::Uint64,
            (Op::TypeInt, 64, _) => Scalar::Int64,
            (Op::TypeFloat, width, _) => float(width, inst.operands.get(1).map(|_| inst.value(1))),
            _ => Scalar::Unknown,
        }
    }
}

impl Scalar {
    /// The name in HLSL, or one in its style.
    pub fn name(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::Int8 => "int8_t",
            Scalar::Uint8 => "uint8_t",
            Scalar::Int16 => "int16_t",
            Scalar::Uint16 => "uint16_t",
            Scalar::Int32 => "int",
            Scalar::Uint32 => "uint",
            Scalar::Int64 => "int64_t",
            Scalar::Uint64 => "uint64_t",
            Scalar::Float16 => "float16_t",
            Scalar::Float32 => "float",
            Scalar::Float64 => "double",
            Scalar::Bfloat16 => "bfloat16_t",
            Scalar::Float8E4m3 => "float8_e4m3_t",
            Scalar::Float8E5m2 => "float8_e5m2_t",
            Scalar::Unknown => "unknown",
        }
    }

    /// The size in memory in bytes. Booleans are 32 bits wide there.
    pub fn bytes(self) -> u32 {
        match self {
            Scalar::Int8 | Scalar::Uint8 | Scalar::Float8E4m3 | Scalar::Float8E5m2 => 1,
            Scalar::Int16 | Scalar::Uint16 | Scalar::Float16 | Scalar::Bfloat16 => 2,
            Scalar::Bool | Scalar::Int32 | Scalar::Uint32 | Scalar::Float32 => 4,
            Scalar::Int64 | Scalar::Uint64 | Scalar::Float64 => 8,
            Scalar::Unknown => 0,
        }
    }
}

fn float(width: u32, encoding: Option<u32>) -> Scalar {
    match (width, encoding.and_then(FPEncoding::from_u32)) {
        (8, Some(FPEncoding::Float8E5M2EXT)) => Scalar::Float8E5m2,
        (8, _) => Scalar::Float8E4m3,
        (16, Some(FPEncoding::BFloat16KHR)) => Scalar::Bfloat16,
        (16, _) => Scalar::Float16,
        (32, _) => Scalar::Float32,
        (64, _) => Scalar::Float64,
        _ => Scalar::Unknown,
    }
}

fn other(order: Order) -> Order {
    match order {
        Order::RowMajor => Order::ColumnMajor,
        Order::ColumnMajor => Order::RowMajor,
    }
}

/// The name of an opaque type.
fn opaque_name(op: Op) -> &'static str {
    match op {
        Op::TypeImage => "image",
        Op::TypeSampler => "sampler",
        Op::TypeSampledImage => "sampled_image",
        Op::TypeAccelerationStructureKHR => "acceleration_structure",
        Op::TypePointer | Op::TypeUntypedPointerKHR => "pointer",
        _ => "opaque",
    }
}

/// Returns whether the source's language calls rows what SPIR-V calls columns.
fn counts_rows_first(index: &Index<'_>) -> bool {
    // Debug information has it in an instruction with a result.
    let mut languages = index.head.iter().chain(&index.made).filter_map(|inst| language(index, inst));
    languages.any(|language| matches!(language, SourceLanguage::HLSL | SourceLanguage::Slang))
}

/// The number of `DebugCompilationUnit` in the sets of debug information.
const COMPILATION_UNIT: u32 = 1;

/// The source language named by an instruction: the source, or the debug information in its place.
fn language(index: &Index<'_>, inst: &Inst) -> Option<SourceLanguage> {
    match inst.op {
        Op::Source => SourceLanguage::from_u32(inst.value(0)),
        Op::ExtInst if inst.literal(1) == COMPILATION_UNIT => {
            let set = index.def(inst.id(0)).filter(|set| set.op == Op::ExtInstImport)?;
            let number = match (set.text(0), inst.operands.get(5)?) {
                ("NonSemantic.Shader.DebugInfo.100", Operand::Id(id)) => {
                    let constant = index.def(*id).filter(|def| def.op == Op::Constant)?;
                    match constant.operands.first()? {
                        Operand::Number(bits) => u32::try_from(*bits).ok()?,
                        _ => return None,
                    }
                }
                ("OpenCL.DebugInfo.100", Operand::Literal(number) | Operand::Id(number)) => *number,
                ("OpenCL.DebugInfo.100", Operand::Enum(_, number, _)) => *number,
                _ => return None,
            };
            SourceLanguage::from_u32(number)
        }
        _ => None,
    }
}

/// A unique name for each struct: that of the source, with a number if several share it.
fn names(index: &Index<'_>) -> FxHashMap<u32, String> {
    let mut taken: FxHashSet<String> = FxHashSet::default();
    let mut next: FxHashMap<&str, u32> = FxHashMap::default();
    let mut names = FxHashMap::default();
    let variables = variables_of(index);
    for inst in index.made.iter().filter(|inst| inst.op == Op::TypeStruct) {
        let id = inst.result_id();
        let variable = variables.get(&id).copied().unwrap_or_default();
        let wanted = source_name(index.name(id), variable);
        let mut name = wanted.to_owned();
        let number = next.entry(wanted).or_insert(1);
        while name.is_empty() || taken.contains(&name) {
            *number += 1;
            name = if wanted.is_empty() { format!("struct_{}", *number - 1) } else { format!("{wanted}_{number}") };
        }
        taken.insert(name.clone());
        names.insert(id, name);
    }
    names
}

/// The name of the first variable of each struct.
fn variables_of<'m>(index: &Index<'m>) -> FxHashMap<u32, &'m str> {
    let mut variables = FxHashMap::default();
    for inst in index.variables.iter().filter(|inst| inst.op == Op::Variable) {
        let Some(pointer) = index.def(inst.type_id()) else { continue };
        variables.entry(pointer.id(1)).or_insert_with(|| index.name(inst.result_id()));
    }
    variables
}

/// The name of a struct in the source. HLSL compilers invent names for the types of blocks; nameless ones get the name
/// of their variable.
fn source_name<'n>(name: &'n str, variable: &'n str) -> &'n str {
    let Some(made) = name.strip_prefix("type.") else {
        return if name.is_empty() { variable } else { name };
    };
    let content = [
        "ConstantBuffer.",
        "PushConstant.",
        "TextureBuffer.",
        "ShaderRecordBufferNV.",
        "ShaderRecordBufferKHR.",
        "ShaderRecordBufferEXT.",
    ];
    match content.iter().find_map(|prefix| made.strip_prefix(prefix)) {
        Some("") => variable,
        Some(content) => content,
        None => made,
    }
}

/// Returns whether a struct has a block decoration.
pub(crate) fn is_block(one: &Decorated<'_>) -> bool {
    one.member.is_none() && matches!(one.kind, Decoration::Block | Decoration::BufferBlock)
}
