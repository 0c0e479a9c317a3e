//! Values and structs in memory: types of the source beside their layouts.

use super::{BitField, Enumeration, Member, Struct, Value};
use crate::hir::display::type_name;
use crate::hir::ty::{ElemClass, EnumId, Field, Scalar, StructId, Type, TypeId};
use crate::hir::{LayoutId, LayoutKind, Module};
use crate::layout::Rule;
use base::intern::{Interner, Symbol};
use rustc_hash::FxHashMap;

/// The structs and enumerations in memory as far as they have been met.
pub(super) struct Memory<'a> {
    module: &'a Module,
    names: &'a Interner,
    structs: Vec<Struct>,
    by_layout: FxHashMap<(StructId, LayoutId), usize>,
    enums: Vec<Enumeration>,
    by_enum: FxHashMap<EnumId, usize>,
}

impl<'a> Memory<'a> {
    pub(super) fn new(module: &'a Module, names: &'a Interner) -> Self {
        let (structs, enums) = (Vec::new(), Vec::new());
        Memory { module, names, structs, by_layout: FxHashMap::default(), enums, by_enum: FxHashMap::default() }
    }

    /// Returns what has been met.
    pub(super) fn finish(self) -> (Vec<Struct>, Vec<Enumeration>) {
        (self.structs, self.enums)
    }

    /// A value with its layout, and the rule that the layout is by.
    pub(super) fn value(&mut self, ty: TypeId, layout: LayoutId, rule: Rule) -> Value {
        let mut value = Value {
            ty: type_name(self.module, self.names, ty),
            scalar: None,
            components: 1,
            matrix: None,
            dims: Vec::new(),
            structure: None,
            enumeration: None,
        };
        let (mut ty, mut layout) = (ty, layout);
        while let (Type::Array(element, count), LayoutKind::Array { stride, element: inner }) =
            (self.module.types[ty], &self.module.layouts[layout].kind)
        {
            value.dims.push((count, *stride));
            (ty, layout) = (element, *inner);
        }
        self.fill(&mut value, ty, layout, rule);
        value
    }

    fn fill(&mut self, value: &mut Value, ty: TypeId, layout: LayoutId, rule: Rule) {
        match self.module.types[ty] {
            Type::Scalar(scalar) => value.scalar = self.number(scalar),
            Type::Vector(scalar, count) => {
                value.scalar = self.number(scalar);
                // Memory holds long vectors as arrays.
                if let LayoutKind::Array { stride, .. } = self.module.layouts[layout].kind {
                    value.dims.push((count.into(), stride));
                } else {
                    value.components = count.into();
                }
            }
            Type::Matrix { elem, rows, columns } => {
                value.scalar = self.number(elem);
                self.matrix(value, rows, columns, layout);
            }
            Type::Enum(id) => {
                value.scalar = self.number(self.module.enums[id].held());
                value.enumeration = Some(self.enumeration(id));
            }
            Type::Struct(id) => value.structure = Some(self.structure(id, layout, rule)),
            Type::Error
            | Type::Void
            | Type::String
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => {}
        }
    }

    /// Memory holds some matrices as vectors, or as arrays of these.
    fn matrix(&self, value: &mut Value, rows: u8, columns: u8, layout: LayoutId) {
        let numbers = u32::from(rows) * u32::from(columns);
        match self.module.layouts[layout].kind {
            LayoutKind::Matrix { stride, order } => value.matrix = Some((rows, columns, stride, order)),
            LayoutKind::Array { stride, element } => {
                let width = value.scalar.map_or(32, |(_, width)| width) / 8;
                value.components = self.module.layouts[element].size / width.max(1);
                value.dims.push((numbers / value.components.max(1), stride));
            }
            LayoutKind::Leaf | LayoutKind::Struct(_) => value.components = numbers,
        }
    }

    fn number(&self, scalar: Scalar) -> Option<(ElemClass, u32)> {
        Some((scalar.class(), scalar.bits(self.module.native_16bit)))
    }

    fn text(&self, name: Symbol) -> String {
        self.names.resolve(name).to_owned()
    }

    /// A struct stands after those in it.
    fn structure(&mut self, id: StructId, layout: LayoutId, rule: Rule) -> usize {
        if let Some(known) = self.by_layout.get(&(id, layout)) {
            return *known;
        }
        let module = self.module;
        let node = &module.structs[id];
        let places: &[(u32, LayoutId)] = match &module.layouts[layout].kind {
            LayoutKind::Struct(places) => places,
            LayoutKind::Leaf | LayoutKind::Matrix { .. } | LayoutKind::Array { .. } => &[],
        };
        let mut members: Vec<Member> = Vec::with_capacity(places.len());
        for field in &node.fields {
            let Some(&(offset, layout)) = places.get(field.member as usize) else { continue };
            if members.len() <= field.member as usize {
                let value = self.value(field.ty, layout, rule);
                members.push(self.member(field, offset, value));
            }
            let Some(bits) = field.bits else { continue };
            let made = BitField { name: self.text(field.name), ty: type_name(module, self.names, field.ty), bits };
            members[field.member as usize].bit_fields.push(made);
        }
        let number = self.structs.len();
        let align = module.layouts[layout].align;
        self.structs.push(Struct { name: self.text(node.name), span: node.span, rule, align, members });
        self.by_layout.insert((id, layout), number);
        number
    }

    fn member(&self, field: &Field, offset: u32, value: Value) -> Member {
        Member {
            name: self.text(field.name),
            span: field.span,
            offset,
            value,
            semantic: field.attributes.semantic.map(|semantic| self.text(semantic.text)),
            bit_fields: Vec::new(),
        }
    }

    fn enumeration(&mut self, id: EnumId) -> usize {
        let module = self.module;
        let node = &module.enums[id];
        if let Some(known) = self.by_enum.get(&id) {
            return *known;
        }
        let enumerators = node.enumerators.iter().map(|(name, value)| (self.text(*name), *value)).collect();
        self.enums.push(Enumeration {
            name: self.text(node.name),
            span: node.span,
            is_signed: node.held().class() == ElemClass::SInt,
            enumerators,
        });
        self.by_enum.insert(id, self.enums.len() - 1);
        self.enums.len() - 1
    }
}
