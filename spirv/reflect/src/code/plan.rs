//! Structs as fields that stand one after the other without a gap: what languages with C's layout can say. It must not
//! know how any of them spells it.
//!
//! An array whose elements are padded becomes an array of padded elements where the bytes after it are free. Where
//! something lies right after its last number, as in the tail that Direct3D's packing shares, it is split into a head
//! of padded elements and a bare last one. A struct is as large as its numbers, or as what its arrays round it up to
//! where it has no effect.

use super::bits::name_of_word;
use crate::model::{Enumeration, Kind, Member, Reflection, Scalar, Struct, Type};
use rustc_hash::FxHashMap;

/// No member is larger than this in code: sums of sizes stay far from what 64 bits hold.
const MAX_SIZE: u64 = 1 << 40;

/// A member that a language cannot say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsayable {
    /// The struct and the member.
    pub what: String,
    /// The obstacle.
    pub reason: String,
}

impl std::fmt::Display for Unsayable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.what, self.reason)
    }
}

impl std::error::Error for Unsayable {}

/// A type with C's layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A number.
    Number(Scalar),
    /// A number of an enumeration, by its place among those of the document.
    Enum(usize, Scalar),
    /// 64 bits that say where something lies.
    Address,
    /// Another struct, by its number among the planned ones.
    Struct(usize),
    /// The given number of elements, each followed by the given number of bytes of padding.
    Array { element: Box<Shape>, count: u64, padding: u64 },
}

/// A field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) offset: u64,
    pub(crate) size: u64,
    pub(crate) content: Content,
    /// The member that it holds, by its place in the struct.
    pub(crate) member: Option<usize>,
}

/// The contents of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Bytes that belong to no member.
    Padding,
    /// A member, or the part of it that the suffix names.
    Member { name: String, shape: Shape },
    /// The bytes of a member that does not be where its type may.
    Bytes { name: String, shape: Shape },
}

/// A struct as fields without gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) name: String,
    pub(crate) size: u64,
    pub(crate) align: u64,
    pub(crate) fields: Vec<Field>,
    /// Arrays that are split, with the number of their elements.
    pub(crate) splits: Vec<Split>,
    /// The element of an array without length after the fields, and its stride.
    pub(crate) tail: Option<(String, Shape, u64)>,
}

/// An array whose last element stands bare after the padded others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Split {
    pub(crate) name: String,
    pub(crate) count: u64,
}

/// The structs of a document, each after those that it contains.
pub(crate) struct Plans<'r> {
    pub(crate) reflection: &'r Reflection,
    /// One for each of the document's types.
    pub(crate) structs: Vec<Plan>,
    /// Enumerations by name: their places in the document, and the numbers that hold them.
    enums: FxHashMap<&'r str, (usize, Option<Scalar>)>,
    by_name: FxHashMap<&'r str, usize>,
}

impl<'r> Plans<'r> {
    /// Plans all structs in memory.
    ///
    /// # Errors
    /// When a member has no form in memory, or bytes of several members at once.
    pub(crate) fn new(reflection: &'r Reflection) -> Result<Plans<'r>, Unsayable> {
        let room = room(reflection);
        let enums = enums(reflection);
        let mut plans = Plans { reflection, structs: Vec::new(), enums, by_name: FxHashMap::default() };
        for one in &reflection.types {
            let free = room.get(one.name.as_str()).copied().unwrap_or(u64::MAX);
            let plan = plans.plan(one, free)?;
            plans.by_name.insert(&one.name, plans.structs.len());
            plans.structs.push(plan);
        }
        Ok(plans)
    }

    /// The enumerations that are types of members, in the order of the document, with the numbers that hold them.
    pub(super) fn enums(&self) -> Vec<(usize, &'r Enumeration, Scalar)> {
        let all = self.reflection.enums.iter().enumerate();
        all.filter_map(|(at, one)| Some((at, one, self.enums.get(one.name.as_str())?.1?))).collect()
    }

    /// The bytes of a type.
    pub(super) fn size(&self, shape: &Shape) -> u64 {
        match shape {
            Shape::Number(scalar) | Shape::Enum(_, scalar) => scalar.bytes().into(),
            Shape::Address => 8,
            Shape::Struct(at) => self.structs[*at].size,
            Shape::Array { element, count, padding } => (self.size(element) + padding).saturating_mul(*count),
        }
    }

    /// The alignment of a type.
    pub(crate) fn align(&self, shape: &Shape) -> u64 {
        match shape {
            Shape::Number(scalar) | Shape::Enum(_, scalar) => u64::from(scalar.bytes()).max(1),
            Shape::Address => 8,
            Shape::Struct(at) => self.structs[*at].align,
            Shape::Array { element, .. } => self.align(element),
        }
    }

    fn plan(&self, one: &Struct, room: u64) -> Result<Plan, Unsayable> {
        let mut order: Vec<(usize, &Member)> = one.members.iter().enumerate().collect();
        order.sort_by_key(|(_, member)| member.offset);
        let unbounded = order.last().map(|(_, last)| *last).filter(|last| last.is_unbounded());
        let tail = unbounded.map(|last| self.tail(one, last)).transpose()?;
        let fixed = &order[..order.len() - usize::from(tail.is_some())];
        let extent = fixed.iter().map(|(_, member)| end_of(member)).max().unwrap_or_default();
        let limit = unbounded.map_or(extent.saturating_add(room), |last| last.offset);
        let mut made = Made { plans: self, owner: &one.name, end: 0, fields: Vec::new(), splits: Vec::new(), at: None };
        for (place, (at, member)) in fixed.iter().enumerate() {
            let next = fixed.get(place + 1).map_or(limit, |(_, next)| next.offset);
            made.at = Some(*at);
            made.member(member, next)?;
        }
        made.at = None;
        let end = unbounded.map_or(extent.max(made.end), |last| last.offset);
        made.pad(end);
        let (fields, splits) = (made.fields, made.splits);
        let mut plan = Plan { name: one.name.clone(), size: end, align: 1, fields, splits, tail };
        self.close(&mut plan, limit);
        Ok(plan)
    }

    /// Rounds the size up to the alignment, or takes from the fields the alignment that the size has not.
    fn close(&self, plan: &mut Plan, limit: u64) {
        loop {
            plan.align = plan.fields.iter().map(|field| self.align_of(field)).max().unwrap_or(1);
            let rounded = plan.size.next_multiple_of(plan.align);
            if rounded == plan.size {
                return;
            }
            if rounded <= limit && plan.tail.is_none() {
                let padding =
                    Field { offset: plan.size, size: rounded - plan.size, content: Content::Padding, member: None };
                plan.fields.push(padding);
                plan.size = rounded;
                return;
            }
            let align = plan.align;
            for field in &mut plan.fields {
                if self.align_of(field) == align
                    && let Content::Member { name, shape } = field.content.clone()
                {
                    field.content = Content::Bytes { name, shape };
                }
            }
        }
    }

    fn align_of(&self, field: &Field) -> u64 {
        match &field.content {
            Content::Padding | Content::Bytes { .. } => 1,
            Content::Member { shape, .. } => self.align(shape),
        }
    }

    /// The element of an array without length.
    fn tail(&self, one: &Struct, last: &Member) -> Result<(String, Shape, u64), Unsayable> {
        let element = Type { dims: last.ty.dims[1..].to_vec(), ..last.ty.clone() };
        let refuse = |reason: &str| unsayable(&one.name, &last.name, reason);
        let stride = last.ty.dims[0].stride.ok_or_else(|| refuse("no stride"))?;
        let shape = self.shape(&element, self.enumeration(last), stride);
        let shape = shape.ok_or_else(|| refuse("elements exceed the stride"))?;
        Ok((last.name.clone(), shape, stride))
    }

    /// The enumeration whose values a member holds.
    fn enumeration(&self, member: &Member) -> Option<usize> {
        let name = member.hlsl.as_ref()?.enumeration.as_ref()?;
        let (at, held) = self.enums.get(name.as_str())?;
        (member.bit_fields.is_empty() && held.is_some()).then_some(*at)
    }

    /// The type of a member that may take the given number of bytes; `None` where it needs more.
    fn shape(&self, ty: &Type, enumeration: Option<usize>, available: u64) -> Option<Shape> {
        let base = match (ty.kind, &ty.structure) {
            (Kind::Scalar, _) => {
                let scalar = ty.scalar?;
                enumeration.map_or(Shape::Number(scalar), |at| Shape::Enum(at, scalar))
            }
            (Kind::Vector, _) => array(Shape::Number(ty.scalar?), ty.components?.into(), 0),
            (Kind::Matrix, _) => {
                let matrix = ty.matrix.as_ref()?;
                let vector = array(Shape::Number(ty.scalar?), matrix.length.into(), 0);
                self.strided(vector, matrix.count.into(), matrix.stride)?
            }
            (Kind::Struct, Some(name)) => Shape::Struct(*self.by_name.get(name.as_str())?),
            (Kind::Address, _) => Shape::Address,
            (Kind::Struct, None) | (Kind::Opaque, _) => return None,
        };
        let shape = ty
            .dims
            .iter()
            .rev()
            .try_fold(base, |element, dim| self.strided(element, dim.count.number()?, dim.stride))?;
        (self.size(&shape) <= available.min(MAX_SIZE)).then_some(shape)
    }

    /// An array of elements so far apart.
    fn strided(&self, element: Shape, count: u64, stride: Option<u64>) -> Option<Shape> {
        let size = self.size(&element);
        if size == 0 {
            // A struct without members, which not all languages have.
            return Some(array(array(Shape::Number(Scalar::Uint8), stride.unwrap_or_default(), 0), count, 0));
        }
        let padding = stride.unwrap_or(size).checked_sub(size)?;
        // A padded element is a struct, which is as aligned as what it holds.
        let is_aligned = (size + padding).is_multiple_of(self.align(&element));
        is_aligned.then(|| array(element, count, padding))
    }
}

fn array(element: Shape, count: u64, padding: u64) -> Shape {
    Shape::Array { element: Box::new(element), count, padding }
}

fn end_of(member: &Member) -> u64 {
    member.offset.saturating_add(member.size.number().unwrap_or_default())
}

fn unsayable(owner: &str, member: &str, reason: &str) -> Unsayable {
    Unsayable { what: format!("{owner}.{member}"), reason: reason.to_owned() }
}

/// The enumerations that members have as their types, each with its place and the numbers that hold it: none where
/// members differ in these.
fn enums(reflection: &Reflection) -> FxHashMap<&str, (usize, Option<Scalar>)> {
    let mut enums: FxHashMap<&str, (usize, Option<Scalar>)> = FxHashMap::default();
    let places = reflection.enums.iter().enumerate().map(|(at, one)| (one.name.as_str(), at));
    let places: FxHashMap<&str, usize> = places.collect();
    for member in reflection.types.iter().flat_map(|one| &one.members) {
        let name = member.hlsl.as_ref().and_then(|fact| fact.enumeration.as_deref());
        let Some((name, at)) = name.and_then(|name| Some((name, *places.get(name)?))) else { continue };
        let held = &mut enums.entry(name).or_insert((at, member.ty.scalar)).1;
        *held = held.filter(|scalar| Some(*scalar) == member.ty.scalar);
    }
    enums
}

/// The bytes after each struct that are free wherever it stands; none for those that are in no other.
fn room(reflection: &Reflection) -> FxHashMap<&str, u64> {
    let mut room: FxHashMap<&str, u64> = FxHashMap::default();
    // Those that contain others stand after them.
    for one in reflection.types.iter().rev() {
        let own = room.get(one.name.as_str()).copied().unwrap_or(u64::MAX);
        let mut order: Vec<&Member> = one.members.iter().collect();
        order.sort_by_key(|member| member.offset);
        for (at, member) in order.iter().enumerate() {
            let Some(name) = member.ty.structure.as_deref().filter(|_| member.ty.kind == Kind::Struct) else {
                continue;
            };
            let behind = order.get(at + 1).map_or(own, |next| next.offset.saturating_sub(end_of(member)));
            let inner = reflection.structure(name).and_then(|inner| inner.size.number()).unwrap_or_default();
            let between = member.ty.dims.iter().filter_map(|dim| dim.stride).map(|stride| stride.saturating_sub(inner));
            let is_unbounded = member.is_unbounded();
            let free = between.chain((!is_unbounded).then_some(behind)).min().unwrap_or(behind);
            let slot = room.entry(name).or_insert(u64::MAX);
            *slot = (*slot).min(free);
        }
    }
    room
}

/// The fields of a struct as far as they are made.
struct Made<'a> {
    plans: &'a Plans<'a>,
    owner: &'a str,
    /// The member that is being placed.
    at: Option<usize>,
    end: u64,
    fields: Vec<Field>,
    splits: Vec<Split>,
}

impl Made<'_> {
    fn pad(&mut self, to: u64) {
        if to > self.end {
            self.push(self.end, to - self.end, Content::Padding);
        }
    }

    fn push(&mut self, offset: u64, size: u64, content: Content) {
        if size > 0 {
            let member = self.at.filter(|_| content != Content::Padding);
            self.fields.push(Field { offset, size, content, member });
            self.end = offset.saturating_add(size);
        }
    }

    fn member(&mut self, member: &Member, next: u64) -> Result<(), Unsayable> {
        if member.overlaps || next < end_of(member) {
            return Err(unsayable(self.owner, &member.name, "overlaps other members"));
        }
        self.pad(member.offset);
        let available = next - member.offset;
        let enumeration = self.plans.enumeration(member);
        if let Some(shape) = self.plans.shape(&member.ty, enumeration, available) {
            let name = name_of_word(member).unwrap_or_else(|| member.name.clone());
            self.place(name, member.offset, shape);
            return Ok(());
        }
        self.part(&member.name, &member.ty, enumeration, member.offset, available)
            .map_err(|reason| unsayable(self.owner, &member.name, reason))
    }

    fn place(&mut self, name: String, offset: u64, shape: Shape) {
        let size = self.plans.size(&shape);
        let content = match offset.is_multiple_of(self.plans.align(&shape)) {
            true => Content::Member { name, shape },
            false => Content::Bytes { name, shape },
        };
        self.push(offset, size, content);
    }

    /// An array or matrix after whose last number something else lies: its padded elements, and the last one bare. The
    /// last element of an array may be one to be split itself.
    fn part(
        &mut self,
        name: &str,
        ty: &Type,
        enumeration: Option<usize>,
        offset: u64,
        available: u64,
    ) -> Result<(), &'static str> {
        const TOO_LARGE: &str = "type exceeds the available bytes";
        if ty.kind == Kind::Opaque {
            return Err("type has no memory layout");
        }
        let (element, count, stride) = elements(ty).ok_or(TOO_LARGE)?;
        let last = count.checked_sub(1).ok_or(TOO_LARGE)?;
        let shape = self.plans.shape(&element, enumeration, stride).ok_or("stride is less than the element size")?;
        let head = self.plans.strided(shape.clone(), last, Some(stride));
        let head = head.ok_or("stride is less than the element size")?;
        if last > 0 {
            self.place(format!("{name}_head"), offset, head);
        }
        let before = stride.checked_mul(last).filter(|before| *before <= available).ok_or(TOO_LARGE)?;
        if before > MAX_SIZE {
            return Err(TOO_LARGE);
        }
        if before + self.plans.size(&shape) > available {
            let (name, rest) = (format!("{name}_tail"), available - before);
            return self.part(&name, &element, enumeration, offset + before, rest);
        }
        self.place(format!("{name}_tail"), offset + before, shape);
        self.splits.push(Split { name: name.to_owned(), count });
        Ok(())
    }
}

/// The elements of an array, or the vectors of a matrix, with their number and stride.
fn elements(ty: &Type) -> Option<(Type, u64, u64)> {
    if let Some(dim) = ty.dims.first() {
        let element = Type { dims: ty.dims[1..].to_vec(), ..ty.clone() };
        return Some((element, dim.count.number()?, dim.stride?));
    }
    let matrix = ty.matrix.as_ref()?;
    let vector = Type { kind: Kind::Vector, components: Some(matrix.length), matrix: None, ..ty.clone() };
    Some((vector, matrix.count.into(), matrix.stride?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Amount, Dimension};

    fn floats(components: Option<u32>, dims: &[(u64, u64)]) -> Type {
        let kind = if components.is_some() { Kind::Vector } else { Kind::Scalar };
        let dim = |&(count, stride): &(u64, u64)| Dimension { count: Amount::Fixed(count), stride: Some(stride) };
        let dims = dims.iter().map(dim).collect();
        let scalar = Some(Scalar::Float32);
        Type { name: String::new(), kind, scalar, components, matrix: None, structure: None, dims }
    }

    fn member(name: &str, offset: u64, size: u64, ty: Type) -> Member {
        let size = Amount::Fixed(size);
        Member {
            name: name.to_owned(),
            offset,
            size,
            ty,
            padding_before: 0,
            overlaps: false,
            bit_fields: Vec::new(),
            hlsl: None,
        }
    }

    fn planned(members: Vec<Member>) -> Plan {
        let size = Amount::Fixed(members.iter().map(end_of).max().unwrap());
        let one = Struct { name: "S".to_owned(), spirv_name: None, size, tail_shared: true, members, hlsl: None };
        let reflection = Reflection { types: vec![one], ..Reflection::default() };
        Plans::new(&reflection).unwrap().structs.remove(0)
    }

    fn fields(plan: &Plan) -> Vec<(&str, u64, u64)> {
        let name = |field: &Field| match &field.content {
            Content::Padding => "",
            Content::Member { name, .. } | Content::Bytes { name, .. } => known(name),
        };
        plan.fields.iter().map(|field| (name(field), field.offset, field.size)).collect()
    }

    fn known(name: &str) -> &'static str {
        ["a", "b", "a_head", "a_tail"].into_iter().find(|one| *one == name).unwrap()
    }

    #[test]
    fn a_member_in_the_tail_of_an_array_splits_it() {
        // float3 a[2]; float b; as Direct3D packs them.
        let plan =
            planned(vec![member("a", 0, 28, floats(Some(3), &[(2, 16)])), member("b", 28, 4, floats(None, &[]))]);
        assert_eq!(fields(&plan), [("a_head", 0, 16), ("a_tail", 16, 12), ("b", 28, 4)]);
        assert_eq!((plan.size, plan.splits.len()), (32, 1));
    }

    #[test]
    fn an_array_with_room_behind_it_stays_whole() {
        let plan =
            planned(vec![member("a", 0, 28, floats(Some(3), &[(2, 16)])), member("b", 32, 4, floats(None, &[]))]);
        assert_eq!(fields(&plan), [("a", 0, 32), ("b", 32, 4)]);
        // At the end of a block there is room.
        let plan = planned(vec![member("b", 0, 4, floats(None, &[])), member("a", 16, 20, floats(None, &[(2, 16)]))]);
        assert_eq!((fields(&plan), plan.size), (vec![("b", 0, 4), ("", 4, 12), ("a", 16, 32)], 48));
    }

    #[test]
    fn members_that_overlap_are_refused() {
        let mut other = member("b", 4, 4, floats(None, &[]));
        other.overlaps = true;
        let members = vec![member("a", 0, 12, floats(Some(3), &[])), other];
        let one = Struct {
            name: "S".to_owned(),
            spirv_name: None,
            size: Amount::Fixed(12),
            tail_shared: false,
            members,
            hlsl: None,
        };
        let error = Plans::new(&Reflection { types: vec![one], ..Reflection::default() }).err().unwrap();
        assert_eq!(error.to_string(), "S.a: overlaps other members");
    }
}
