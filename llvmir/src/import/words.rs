//! A SPIR-V module under construction in words: ids, unique types and constants, and the sections.

use crate::error::{Result, refuse};
use base::ids::Set;
use rustc_hash::FxHashMap;
use spirv::{AddressingModel, Decoration, LinkageType, MemoryModel, Op, OpenclStd100Op as CLOp, StorageClass};

/// An instruction that is not written yet: all words but the first.
pub(super) type Line = (Op, Vec<u32>);

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
    Vector(u32, u32),
    /// An array of this type.
    Array(u32),
    /// A struct.
    Struct(Vec<u32>),
    /// A pointer.
    Pointer(StorageClass, u32),
    /// Anything else.
    Other,
}

/// The module.
#[derive(Default)]
pub(super) struct Words {
    next: u32,
    is_32: bool,
    generator: u32,
    unique: FxHashMap<(Op, Vec<u32>), u32>,
    shapes: FxHashMap<u32, Shape>,
    /// The types of values.
    types: FxHashMap<u32, u32>,
    set: Option<u32>,
    strings: FxHashMap<String, u32>,
    /// The extensions that are named.
    pub(super) extensions: Set<String>,
    /// The capabilities that are named.
    pub(super) capabilities: Vec<u32>,
    pub(super) entry_points: Vec<Line>,
    pub(super) modes: Vec<Line>,
    sources: Vec<Line>,
    names: Vec<Line>,
    decorations: Vec<Line>,
    globals: Vec<Line>,
    pub(super) functions: Vec<Line>,
}

/// Adds text, which ends with a byte that is 0.
pub(super) fn push_text(words: &mut Vec<u32>, text: &str) {
    let mut bytes: Vec<u8> = text.bytes().filter(|byte| *byte != 0).collect();
    bytes.resize(bytes.len() / 4 * 4 + 4, 0);
    words.extend(bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])));
}

impl Words {
    pub(super) fn new(is_32: bool) -> Self {
        Words { next: 1, is_32, ..Words::default() }
    }

    /// Addresses have 32 bits.
    pub(super) fn is_32(&self) -> bool {
        self.is_32
    }

    /// A new id.
    pub(super) fn fresh(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    /// A type or constant, which exists once.
    fn unique(&mut self, op: Op, ty: Option<u32>, operands: &[u32]) -> u32 {
        let key = (op, ty.iter().chain(operands).copied().collect());
        if let Some(known) = self.unique.get(&key) {
            return *known;
        }
        let id = self.fresh();
        let line = ty.into_iter().chain([id]).chain(operands.iter().copied()).collect();
        self.globals.push((op, line));
        self.types.extend(ty.map(|ty| (id, ty)));
        self.unique.insert(key, id);
        id
    }

    fn shaped(&mut self, op: Op, operands: &[u32], shape: Shape) -> u32 {
        let id = self.unique(op, None, operands);
        self.shapes.insert(id, shape);
        id
    }

    /// The shape of a type.
    pub(super) fn shape(&self, ty: u32) -> Shape {
        self.shapes.get(&ty).cloned().unwrap_or(Shape::Other)
    }

    /// The shape of the type of a value.
    pub(super) fn shape_of(&self, value: u32) -> Shape {
        self.shape(self.type_of(value))
    }

    /// The type of a value.
    pub(super) fn type_of(&self, value: u32) -> u32 {
        self.types.get(&value).copied().unwrap_or(0)
    }

    /// A value has a type.
    pub(super) fn set_type(&mut self, value: u32, ty: u32) {
        self.types.insert(value, ty);
    }

    // Types.

    pub(super) fn void(&mut self) -> u32 {
        self.shaped(Op::TypeVoid, &[], Shape::Other)
    }

    pub(super) fn bool(&mut self) -> u32 {
        self.shaped(Op::TypeBool, &[], Shape::Bool)
    }

    pub(super) fn int(&mut self, width: u32) -> u32 {
        self.shaped(Op::TypeInt, &[width, 0], Shape::Int(width))
    }

    /// The integers that are as wide as addresses.
    pub(super) fn size(&mut self) -> u32 {
        self.int(if self.is_32 { 32 } else { 64 })
    }

    pub(super) fn float(&mut self, width: u32) -> u32 {
        self.shaped(Op::TypeFloat, &[width], Shape::Float(width))
    }

    pub(super) fn vector(&mut self, elem: u32, len: u32) -> u32 {
        self.shaped(Op::TypeVector, &[elem, len], Shape::Vector(elem, len))
    }

    pub(super) fn array(&mut self, elem: u32, len: u32) -> u32 {
        self.shaped(Op::TypeArray, &[elem, len], Shape::Array(elem))
    }

    pub(super) fn structure(&mut self, members: &[u32]) -> u32 {
        self.shaped(Op::TypeStruct, members, Shape::Struct(members.to_vec()))
    }

    pub(super) fn pointer(&mut self, class: StorageClass, pointee: u32) -> u32 {
        self.shaped(Op::TypePointer, &[class as u32, pointee], Shape::Pointer(class, pointee))
    }

    /// A type of another shape.
    pub(super) fn other(&mut self, op: Op, operands: &[u32]) -> u32 {
        self.shaped(op, operands, Shape::Other)
    }

    /// A type with another component type and the same number of components.
    pub(super) fn like(&mut self, ty: u32, scalar: u32) -> u32 {
        match self.shape(ty) {
            Shape::Vector(_, len) => self.vector(scalar, len),
            _ => scalar,
        }
    }

    /// The type of the components of a vector; of anything else, itself.
    pub(super) fn scalar(&self, ty: u32) -> u32 {
        match self.shape(ty) {
            Shape::Vector(elem, _) => elem,
            _ => ty,
        }
    }

    /// The bytes that a value takes in memory, and its alignment, as OpenCL lays values out.
    pub(super) fn size_of(&self, ty: u32) -> Option<(u64, u64)> {
        Some(match self.shape(ty) {
            Shape::Int(width) | Shape::Float(width) => (u64::from(width / 8), u64::from(width / 8)),
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
    fn length_of(&self, ty: u32) -> Option<u64> {
        let ((_, line), _) = self.unique.iter().find(|(_, known)| **known == ty)?;
        let words = self.bits_of(*line.get(1)?)?;
        Some(words.iter().rev().fold(0, |all, word| all << 32 | u64::from(*word)))
    }

    // Constants.

    /// A constant by the instruction that makes it.
    pub(super) fn constant(&mut self, op: Op, ty: u32, operands: &[u32]) -> u32 {
        self.unique(op, Some(ty), operands)
    }

    /// A number by its bits: of an integer or of floating point, or a vector of it.
    pub(super) fn number(&mut self, ty: u32, bits: u64) -> u32 {
        match self.shape(ty) {
            Shape::Vector(elem, len) => {
                let part = self.number(elem, bits);
                if bits == 0 {
                    return self.constant(Op::ConstantNull, ty, &[]);
                }
                self.constant(Op::ConstantComposite, ty, &vec![part; len as usize])
            }
            Shape::Bool => {
                let op = if bits & 1 == 0 { Op::ConstantFalse } else { Op::ConstantTrue };
                self.constant(op, ty, &[])
            }
            Shape::Int(64) | Shape::Float(64) => self.constant(Op::Constant, ty, &[bits as u32, (bits >> 32) as u32]),
            // The words of shorter numbers hold zeros above them.
            Shape::Int(width) | Shape::Float(width) => {
                self.constant(Op::Constant, ty, &[bits as u32 & u32::MAX.checked_shr(32 - width).unwrap_or(u32::MAX)])
            }
            Shape::Array(_) | Shape::Struct(_) | Shape::Pointer(..) | Shape::Other => {
                self.constant(Op::ConstantNull, ty, &[])
            }
        }
    }

    /// The words of a numeric constant; one word for a boolean.
    pub(super) fn bits_of(&self, id: u32) -> Option<Vec<u32>> {
        let ((op, line), _) = self.unique.iter().find(|(_, known)| **known == id)?;
        match op {
            Op::Constant => Some(line[1..].to_vec()),
            Op::ConstantTrue => Some(vec![1]),
            Op::ConstantFalse => Some(vec![0]),
            _ => None,
        }
    }

    /// The number of components of the size of an image of this type, and whether it may have mip levels.
    pub(super) fn image_size(&self, ty: u32) -> Option<(u32, bool)> {
        let ((op, line), _) = self.unique.iter().find(|(_, known)| **known == ty)?;
        let (Op::TypeImage, [_, dim, _, arrayed, ..]) = (op, line.as_slice()) else { return None };
        let parts = match spirv::Dim::from_u32(*dim)? {
            spirv::Dim::Dim1D | spirv::Dim::DimBuffer => 1,
            spirv::Dim::Dim3D => 3,
            _ => 2,
        };
        Some((parts + arrayed, *dim != spirv::Dim::DimBuffer as u32))
    }

    /// An `i32` constant.
    pub(super) fn u32(&mut self, value: u32) -> u32 {
        let ty = self.int(32);
        self.number(ty, u64::from(value))
    }

    /// A specialisation constant.
    pub(super) fn spec_constant(&mut self, op: Op, ty: u32, operands: &[u32]) -> u32 {
        let id = self.fresh();
        let line = [ty, id].iter().chain(operands).copied().collect();
        self.globals.push((op, line));
        self.types.insert(id, ty);
        id
    }

    /// A variable of the module.
    pub(super) fn variable(&mut self, class: StorageClass, pointer: u32, initial: Option<u32>) -> u32 {
        let id = self.fresh();
        let line = [pointer, id, class as u32].into_iter().chain(initial).collect();
        self.globals.push((Op::Variable, line));
        self.types.insert(id, pointer);
        id
    }

    /// The number of a word in the set of OpenCL's functions.
    pub(super) fn extended(&mut self) -> u32 {
        match self.set {
            Some(set) => set,
            None => *self.set.insert({
                self.next += 1;
                self.next - 1
            }),
        }
    }

    // Names and decorations.

    pub(super) fn name(&mut self, id: u32, name: &str) {
        let mut line = vec![id];
        push_text(&mut line, name);
        self.names.push((Op::Name, line));
    }

    pub(super) fn decorate(&mut self, id: u32, decoration: Decoration, operands: &[u32]) {
        let line = [id, decoration as u32].iter().chain(operands).copied().collect();
        let op = match decoration {
            // Its operand is text, and early versions have extensions for both.
            Decoration::UserSemantic => {
                let names = ["SPV_GOOGLE_decorate_string", "SPV_GOOGLE_hlsl_functionality1"];
                self.extensions.extend(names.map(str::to_owned));
                Op::DecorateString
            }
            _ => Op::Decorate,
        };
        self.decorations.push((op, line));
    }

    pub(super) fn link(&mut self, id: u32, name: &str, kind: LinkageType) {
        let mut line = vec![id, Decoration::LinkageAttributes as u32];
        push_text(&mut line, name);
        line.push(kind as u32);
        self.decorations.push((Op::Decorate, line));
    }

    pub(super) fn source(&mut self, op: Op, line: Vec<u32>) {
        self.sources.push((op, line));
    }

    pub(super) fn set_generator(&mut self, generator: u32) {
        self.generator = generator;
    }

    /// A text of the module.
    pub(super) fn string(&mut self, text: &str) -> u32 {
        if let Some(known) = self.strings.get(text) {
            return *known;
        }
        let id = self.fresh();
        let mut line = vec![id];
        push_text(&mut line, text);
        self.sources.insert(self.strings.len(), (Op::String, line));
        self.strings.insert(text.to_owned(), id);
        id
    }

    /// A function of OpenCL with the words of its operands.
    pub(super) fn extended_line(&mut self, ty: u32, id: u32, function: CLOp, operands: &[u32]) -> Line {
        let set = self.extended();
        (Op::ExtInst, [ty, id, set, function as u32].iter().chain(operands).copied().collect())
    }

    /// All words.
    pub(super) fn finish(&self, version: (u8, u8)) -> Result<Vec<u32>> {
        let (major, minor) = (u32::from(version.0), u32::from(version.1));
        let mut all = vec![spirv::MAGIC_NUMBER, major << 16 | minor << 8, self.generator, self.next, 0];
        let addressing = if self.is_32 { AddressingModel::Physical32 } else { AddressingModel::Physical64 };
        if let Some(set) = self.set {
            let mut line = vec![set];
            push_text(&mut line, "OpenCL.std");
            push(&mut all, &(Op::ExtInstImport, line))?;
        }
        push(&mut all, &(Op::MemoryModel, vec![addressing as u32, MemoryModel::OpenCL as u32]))?;
        let before = self.entry_points.iter().chain(&self.modes).chain(&self.sources).chain(&self.names);
        for line in before.chain(&self.decorations).chain(&self.globals).chain(&self.functions) {
            push(&mut all, line)?;
        }
        Ok(all)
    }
}

fn push(all: &mut Vec<u32>, (op, line): &Line) -> Result<()> {
    let Ok(length) = u16::try_from(line.len() + 1) else {
        return refuse(format!("an Op{op:?} would have more than 65535 words"));
    };
    all.push(u32::from(length) << 16 | *op as u32);
    all.extend(line);
    Ok(())
}
