//! Structs whose members have their places: sizes, padding and shared tails follow. Nothing here knows where the places come
//! from.

use crate::model::{Amount, Binding, Block, Dimension, Kind, Matrix, Member, Scalar, Struct, Type};
use rustc_hash::FxHashMap;

/// Structs with a layout, each after those that it contains.
#[derive(Debug, Default)]
pub struct Laid {
    structs: Vec<Struct>,
    by_name: FxHashMap<String, usize>,
}

impl Laid {
    /// Adds a struct with a name that no other one has, and its members: names, offsets and types.
    pub fn add(&mut self, name: String, members: Vec<(String, u64, Type)>) -> &mut Struct {
        let placed = |(name, offset, ty): (String, u64, Type)| Member {
            size: self.extent(&ty),
            name,
            offset,
            ty,
            padding_before: 0,
            overlaps: false,
            bit_fields: Vec::new(),
            hlsl: None,
        };
        let mut members: Vec<Member> = members.into_iter().map(placed).collect();
        let (size, tail_shared) = fit(&mut members);
        let at = self.structs.len();
        self.by_name.insert(name.clone(), at);
        self.structs.push(Struct { name, spirv_name: None, size, tail_shared, members, hlsl: None });
        &mut self.structs[at]
    }

    /// The structs so far.
    pub fn structs(&self) -> &[Struct] {
        &self.structs
    }

    /// The structs.
    pub fn into_structs(self) -> Vec<Struct> {
        self.structs
    }

    /// The struct with this name.
    pub fn named(&self, name: &str) -> Option<&Struct> {
        self.by_name.get(name).map(|at| &self.structs[*at])
    }

    /// The bytes from the start of a value to the end of its last scalar.
    pub fn extent(&self, ty: &Type) -> Amount {
        let base = match (ty.kind, &ty.matrix, &ty.structure) {
            (Kind::Struct, _, Some(name)) => self.named(name).map_or(Amount::Fixed(0), |one| one.size),
            (Kind::Address, ..) => Amount::Fixed(8),
            (_, Some(matrix), _) => Amount::Fixed(matrix.extent(ty.bytes())),
            _ => Amount::Fixed(u64::from(ty.components.unwrap_or(1)) * u64::from(ty.bytes())),
        };
        ty.dims.iter().rev().fold(base, |element, dim| array_extent(element, *dim))
    }
}

/// Finds the padding between members. Returns the size of the struct, and whether a member starts in another's tail
/// padding.
fn fit(members: &mut [Member]) -> (Amount, bool) {
    let mut order: Vec<usize> = (0..members.len()).collect();
    order.sort_by_key(|at| members[*at].offset);
    let (mut end, mut covered, mut shares) = (0, 0, false);
    let mut size = Amount::Fixed(0);
    for at in order {
        let member = &mut members[at];
        member.padding_before = member.offset.saturating_sub(end);
        member.overlaps = member.offset < end;
        shares |= member.offset < covered && !member.overlaps;
        let own = member.size.number().unwrap_or_default();
        if member.offset.saturating_add(own) >= end {
            size = plus(member.offset, member.size);
        }
        end = end.max(member.offset.saturating_add(own));
        covered = covered.max(member.offset.saturating_add(strided(&member.ty).unwrap_or(own)));
    }
    (size, shares)
}

fn array_extent(element: Amount, dim: Dimension) -> Amount {
    let (Some(own), Some(count)) = (element.number(), dim.count.number()) else { return Amount::RUNTIME };
    let stride = dim.stride.unwrap_or(own);
    let total = if count == 0 { 0 } else { stride.saturating_mul(count - 1).saturating_add(own) };
    match (element, dim.count) {
        (_, Amount::Spec { spec, .. }) | (Amount::Spec { spec, .. }, _) => Amount::Spec { spec, default: total },
        _ => Amount::Fixed(total),
    }
}

fn plus(offset: u64, size: Amount) -> Amount {
    match size {
        Amount::Fixed(size) => Amount::Fixed(offset.saturating_add(size)),
        Amount::Spec { spec, default } => Amount::Spec { spec, default: offset.saturating_add(default) },
        Amount::Runtime { .. } => size,
    }
}

/// The bytes that the outermost stride of an array or a matrix covers.
fn strided(ty: &Type) -> Option<u64> {
    match (ty.dims.first(), &ty.matrix) {
        (Some(dim), _) => Some(dim.stride?.saturating_mul(dim.count.number()?)),
        (None, Some(matrix)) => Some(matrix.stride?.saturating_mul(matrix.count.into())),
        (None, None) => None,
    }
}

impl Member {
    /// Returns whether it is an array whose length the host sets.
    pub(crate) fn is_unbounded(&self) -> bool {
        self.ty.dims.first().is_some_and(|dim| dim.count == Amount::RUNTIME)
    }
}

impl Block {
    /// A block of this struct.
    pub fn new(name: String, structure: &Struct) -> Block {
        let offset = structure.members.iter().map(|member| member.offset).min().unwrap_or_default();
        let end = structure.size.number().unwrap_or(offset);
        let size = end.checked_next_multiple_of(4).unwrap_or(end).saturating_sub(offset);
        Block { name, block: structure.name.clone(), offset, size, stages: Vec::new(), hlsl: None }
    }
}

impl Binding {
    /// Sets what follows from the struct that a buffer holds.
    pub fn hold(&mut self, laid: &Laid, structure: &Struct) {
        self.block = Some(structure.name.clone());
        self.min_size = structure.size.number();
        // An array without length can only are at the end.
        let Some(last) = structure.members.last().filter(|last| last.is_unbounded()) else { return };
        let element = Type { dims: last.ty.dims[1..].to_vec(), ..last.ty.clone() };
        let size = laid.extent(&element).number().unwrap_or_default();
        self.min_size = Some(last.offset.saturating_add(size));
        if structure.members.len() == 1 && last.offset == 0 {
            self.stride = last.ty.dims[0].stride;
            self.element = Some(element);
        }
    }
}

impl Type {
    /// The bytes of one of its scalars; 0 for opaque types.
    pub fn bytes(&self) -> u32 {
        match self.kind {
            Kind::Address => 8,
            Kind::Scalar | Kind::Vector | Kind::Matrix => self.scalar.map_or(0, Scalar::bytes),
            Kind::Struct | Kind::Opaque => 0,
        }
    }
}

impl Matrix {
    /// The bytes from its start to the end of its last scalar.
    fn extent(&self, bytes: u32) -> u64 {
        let vector = u64::from(self.length) * u64::from(bytes);
        let stride = self.stride.unwrap_or(vector);
        stride.saturating_mul(u64::from(self.count).saturating_sub(1)).saturating_add(vector)
    }
}
