//! Hit objects, and the order of the invocations.
//!
//! A hit object is emitted as if it were a value: a function returns it, a variable is assigned, an array holds some.
//! SPIR-V has no such values, which a pass takes care of. Where hit objects come from ray queries, each is in a struct with
//! a flag that says whether it has a shader.

use crate::builder::context::Decorations;
use crate::builder::num::Num;
use crate::builder::types::StructType;
use crate::diagnostics::{ClusterOfHitObject, NotReordered};
use crate::emitter::Emitter;
use crate::emitter::intrinsics::call::Call;
use crate::emitter::places::place::Value;
use crate::emitter::resources::methods::MethodArgs;
use sema::hir::Function;
use sema::hir::expr::{Arg, ExprId, ExprKind};
use sema::hir::hits::HitUses;
use sema::hir::ty::{Object, Scalar, Type, TypeId};
use sema::tables::intrinsics::Hits;
use sema::tables::methods::{HitMethod, HitValue, Role};
use spirv::{Capability, Decoration, Op, SelectionControl, StorageClass, Word};

/// The extension with hit objects.
pub(crate) const REORDER_EXTENSION: &str = "SPV_EXT_shader_invocation_reorder";

/// A variable of a hit object.
#[derive(Clone, Copy)]
struct Hit {
    /// The pointer to the hit object.
    object: Word,
    /// The pointer to the flag that says whether it has a shader, if there is one.
    flag: Option<Word>,
}

/// Types.
impl Emitter<'_> {
    /// The type of hit objects, as values are.
    pub(crate) fn hit_type(&mut self) -> Word {
        self.note_early_resource();
        let object = self.bare_hit_type();
        if !self.hit_uses().from_queries {
            return object;
        }
        let bool = self.spv.bool();
        self.spv.struct_type(&StructType {
            name: "HitObject",
            members: &[object, bool],
            member_names: &["object", "hasShader"],
            decorations: &Decorations::new(),
        })
    }

    fn bare_hit_type(&mut self) -> Word {
        let (op, name) = match self.is_nv_hit() {
            true => (Op::TypeHitObjectNV, "hitObjectNV"),
            false => (Op::TypeHitObjectEXT, "hitObjectEXT"),
        };
        self.spv.other_type(op, &[], name)
    }

    /// What the module asks of its hit objects.
    fn hit_uses(&mut self) -> HitUses {
        if let Some(uses) = self.shared_data.hit_uses {
            return uses;
        }
        let uses = self.module.hit_uses();
        if let (Some((span, name)), Some((other, lacked))) = (uses.of_nv, uses.of_ext) {
            let (name, other_name) = (name.to_owned(), lacked.to_owned());
            let report = self.sink.report(span, ClusterOfHitObject { name, other: other_name });
            report.note_at(other, "the other one is here");
        }
        self.shared_data.hit_uses = Some(uses);
        uses
    }

    /// Returns whether the hit objects are those of the vendor's extension, which alone have some values. Both kinds do not mix.
    fn is_nv_hit(&mut self) -> bool {
        let uses = self.hit_uses();
        uses.of_nv.is_some() && uses.of_ext.is_none()
    }

    /// Fills a new variable with hit objects that are neither hits nor misses.
    pub(crate) fn empty_hits(&mut self, pointer: Word, ty: TypeId) {
        match self.module.types[ty] {
            Type::Object(Object::HitObject) => {
                let hit = self.hit_at(pointer);
                self.record(Op::HitObjectRecordEmptyEXT, hit, &[]);
            }
            Type::Array(element, count) if self.module.hit_objects(element) != 0 => {
                (0..count).for_each(|at| self.empty_part(pointer, element, at));
            }
            Type::Struct(id) => {
                for (at, field) in (0..).zip(&self.module.structs[id].fields) {
                    if self.module.hit_objects(field.ty) != 0 {
                        self.empty_part(pointer, field.ty, at);
                    }
                }
            }
            Type::Error
            | Type::Void
            | Type::String
            | Type::Scalar(_)
            | Type::Vector(..)
            | Type::Matrix { .. }
            | Type::Array(..)
            | Type::RuntimeArray(_)
            | Type::Enum(_)
            | Type::Object(_)
            | Type::BufferPointer(..)
            | Type::Spirv(_)
            | Type::Transient(_) => {}
        }
    }

    fn empty_part(&mut self, pointer: Word, ty: TypeId, at: u32) {
        let (word, at) = (self.type_of(ty), self.spv.constant_uint(at));
        let part = self.spv.chain_word(StorageClass::Function, word, pointer, &[at]);
        self.empty_hits(part, ty);
    }
}

/// Functions.
impl Emitter<'_> {
    /// Returns whether a function takes or returns hit objects: then it is inlined, whatever its attributes say.
    pub(crate) fn passes_hit_objects(&self, function: &Function) -> bool {
        let params = function.params.iter().map(|param| function.body.locals[param.local].ty);
        params.chain([function.ret]).any(|ty| self.module.hit_objects(ty) != 0)
    }
}

/// Calls.
impl Emitter<'_> {
    /// A static method of `dx::HitObject`, or `dx::MaybeReorderThread`.
    pub(crate) fn hits_call(&mut self, hits: Hits, call: Call<'_>) -> Word {
        match hits {
            Hits::MakeNop => {
                let (variable, hit) = self.new_hit(call.ty);
                self.record(Op::HitObjectRecordEmptyEXT, hit, &[]);
                self.hit_value_of(variable, call.ty)
            }
            Hits::MakeMiss => self.make_miss(call),
            Hits::TraceRay => self.trace_hit(call),
            Hits::FromRayQuery => self.hit_of_query(call),
            Hits::Invoke => {
                let [hit, payload] = call.exactly();
                self.invoke_hit(hit, payload);
                0
            }
            Hits::MaybeReorderThread => {
                self.reorder(call.args);
                0
            }
        }
    }

    /// A new variable for a hit object.
    fn new_hit(&mut self, ty: TypeId) -> (Word, Hit) {
        let word = self.type_of(ty);
        let variable = self.spv.variable("temp.var.hit", word);
        (variable, self.hit_at(variable))
    }

    fn hit_value_of(&mut self, variable: Word, ty: TypeId) -> Word {
        let ty = self.type_of(ty);
        self.spv.load_word(ty, variable)
    }

    /// The parts of a hit object at a pointer.
    fn hit_at(&mut self, pointer: Word) -> Hit {
        if !self.hit_uses().from_queries {
            return Hit { object: pointer, flag: None };
        }
        let types = [self.bare_hit_type(), self.spv.bool()];
        let [object, flag] = [0, 1].map(|at| {
            let index = self.spv.constant_uint(at);
            self.spv.chain_word(StorageClass::Function, types[at as usize], pointer, &[index])
        });
        Hit { object, flag: Some(flag) }
    }

    /// The variable of a hit object that an expression names or makes.
    fn hit_of(&mut self, expr: ExprId) -> Hit {
        let place = if let ExprKind::Load(place) = self.expr_of(expr).kind { place } else { expr };
        let pointer = self.pointer(place).id;
        self.hit_at(pointer)
    }

    /// An instruction that makes a hit object with a shader, or with none to call.
    fn record(&mut self, op: Op, hit: Hit, operands: &[Word]) {
        let operands: Vec<Word> = std::iter::once(hit.object).chain(operands.iter().copied()).collect();
        self.hit_effect(op, &operands);
        self.set_flag(hit, true);
    }

    fn set_flag(&mut self, hit: Hit, value: bool) {
        if let Some(flag) = hit.flag {
            let value = self.spv.constant_bool(value);
            self.spv.store_word(flag, value);
        }
    }

    /// An instruction of the extension without a result, by the name of the kind of hit object in use.
    fn hit_effect(&mut self, op: Op, operands: &[Word]) {
        let op = if self.is_nv_hit() { of_nv(op) } else { op };
        self.spv.effect(op, operands);
    }

    fn make_miss(&mut self, call: Call<'_>) -> Word {
        let [flags, miss, ray] = call.exactly();
        let (flags, miss) = (self.expr(flags.expr), self.expr(miss.expr));
        let ray = self.ray_parts(ray.expr);
        let (variable, hit) = self.new_hit(call.ty);
        let is_nv = self.is_nv_hit();
        // Without a use of the flags they are not needed.
        let numbers = if is_nv { vec![miss] } else { vec![flags, miss] };
        let operands: Vec<Word> = numbers.into_iter().chain(ray).collect();
        self.record(Op::HitObjectRecordMissEXT, hit, &operands);
        self.hit_value_of(variable, call.ty)
    }

    fn trace_hit(&mut self, call: Call<'_>) -> Word {
        let [scene, numbers @ .., ray, payload] = call.args else { panic!("the row has more parameters") };
        let (shared, _) = self.data_variable(StorageClass::RayPayloadKHR, payload);
        let ray = self.ray_parts(ray.expr);
        let place = self.hand_over(payload, shared);
        let scene = self.handle(scene.expr).id;
        if self.module.allows_micromaps {
            self.allow_micromaps();
        }
        self.require_for_flags(numbers.first().map(|flags| flags.expr), 0);
        let mut operands = vec![scene];
        operands.extend(numbers.iter().map(|number| self.expr(number.expr)).collect::<Vec<_>>());
        operands.extend(ray);
        operands.push(shared);
        let (variable, hit) = self.new_hit(call.ty);
        self.record(Op::HitObjectTraceRayEXT, hit, &operands);
        self.take_back(payload, shared, &place);
        self.hit_value_of(variable, call.ty)
    }

    /// A query without a committed hit makes an empty hit object; the others have no shader yet.
    fn hit_of_query(&mut self, call: Call<'_>) -> Word {
        let (query, given) = (self.object_pointer(call.args[0].expr), call.args.get(1..3));
        let zero = self.spv.constant_uint(0);
        let (kind, attributes) = match given {
            Some([kind, attributes]) => {
                let (kind, value) = (self.expr(kind.expr), self.expr(attributes.expr));
                let variable = self.attribute_variable(attributes.ty);
                self.spv.store_word(variable, value);
                (kind, variable)
            }
            Some(_) | None => (zero, self.barycentrics_variable()),
        };
        let (variable, hit) = self.new_hit(call.ty);
        let (uint, bool, committed) = (self.spv.uint(), self.spv.bool(), self.spv.constant_uint(1));
        let state = self.spv.op(Op::RayQueryGetIntersectionTypeKHR, uint, &[query, committed]);
        let is_hit = self.spv.op(Op::INotEqual, bool, &[state, zero]);
        let [hit_block, none_block, merge] = ["hit.some", "hit.none", "hit.merge"].map(|name| self.spv.label(name));
        self.spv.branch_selection(is_hit, hit_block, none_block, merge, SelectionControl::NONE);
        self.spv.begin_block(hit_block);
        self.record(Op::HitObjectRecordFromQueryEXT, hit, &[query, zero, attributes, kind]);
        self.set_flag(hit, false);
        self.spv.branch(merge);
        self.spv.begin_block(none_block);
        self.record(Op::HitObjectRecordEmptyEXT, hit, &[]);
        self.spv.branch(merge);
        self.spv.begin_block(merge);
        self.hit_value_of(variable, call.ty)
    }

    fn invoke_hit(&mut self, hit: &Arg, payload: &Arg) {
        let (shared, _) = self.data_variable(StorageClass::RayPayloadKHR, payload);
        let hit = self.hit_of(hit.expr);
        let place = self.hand_over(payload, shared);
        self.if_it_has_a_shader(hit, |this| this.hit_effect(Op::HitObjectExecuteShaderEXT, &[hit.object, shared]));
        self.take_back(payload, shared, &place);
    }

    fn if_it_has_a_shader(&mut self, hit: Hit, then: impl FnOnce(&mut Self)) {
        let Some(flag) = hit.flag else { return then(self) };
        let bool = self.spv.bool();
        let has_shader = self.spv.load_word(bool, flag);
        let [block, merge] = ["hit.shader", "hit.merge"].map(|name| self.spv.label(name));
        self.spv.branch_selection(has_shader, block, merge, merge, SelectionControl::NONE);
        self.spv.begin_block(block);
        then(self);
        self.spv.branch(merge);
        self.spv.begin_block(merge);
    }

    fn reorder(&mut self, args: &[Arg]) {
        let of_hit = args.first().filter(|arg| self.module.hit_objects(arg.ty) != 0);
        let hit = of_hit.map(|hit| self.hit_of(hit.expr).object);
        let rest = &args[usize::from(hit.is_some())..];
        let mut operands: Vec<Word> = hit.into_iter().collect();
        operands.extend(rest.iter().map(|arg| self.expr(arg.expr)).collect::<Vec<_>>());
        let op = match hit {
            Some(_) => Op::ReorderThreadWithHitObjectEXT,
            None if self.reorders() => Op::ReorderThreadWithHintEXT,
            // It is a hint.
            None => return,
        };
        if hit.is_none() && self.module.has_hit_objects() {
            return self.hit_effect(op, &operands);
        }
        if hit.is_some() { self.hit_effect(op, &operands) } else { self.spv.effect(op, &operands) }
    }

    /// Returns whether invocations can be reordered at all; says otherwise that they are not.
    fn reorders(&mut self) -> bool {
        let is_there = self.options.allows_extension(REORDER_EXTENSION) && self.options.target.has_spirv(1, 4);
        if !is_there {
            self.sink.report(self.spv.function.span(), NotReordered { extension: REORDER_EXTENSION.to_owned() });
        }
        is_there
    }
}

/// Attributes.
impl Emitter<'_> {
    /// The variable through which attributes of a type are passed.
    fn attribute_variable(&mut self, ty: TypeId) -> Word {
        let class = match self.is_nv_hit() {
            true => StorageClass::HitObjectAttributeNV,
            false => StorageClass::HitObjectAttributeEXT,
        };
        if let Some(&known) = self.shared_data.variables.get(&(class, ty)) {
            return known;
        }
        let word = self.type_of(ty);
        let variable = self.module_variable(class, word, "hitAttributes", None);
        self.shared_data.variables.insert((class, ty), variable);
        variable
    }

    /// The variable of attributes that are not used: those of triangles.
    fn barycentrics_variable(&mut self) -> Word {
        if let Some(known) = self.shared_data.barycentrics {
            return known;
        }
        let pair = self.spv.num_type(Num::vector(Scalar::Float, 2));
        let ty = self.spv.struct_type(&StructType {
            name: "Barycentrics",
            members: &[pair],
            member_names: &["barycentrics"],
            decorations: &Decorations::new(),
        });
        let variable = self.module_variable(StorageClass::HitObjectAttributeEXT, ty, "barycentrics", None);
        self.shared_data.barycentrics = Some(variable);
        variable
    }

    fn hit_attributes(&mut self, hit: Hit, args: &MethodArgs<'_>) {
        let Some(arg) = args.arg_of(Role::Attributes) else { return };
        let place = self.out_place(arg);
        let (variable, ty) = (self.attribute_variable(arg.ty), self.type_of(arg.ty));
        let is_hit = self.hit_test(Op::HitObjectIsHitEXT, hit);
        let taken = self.spv.variable("temp.var.attributes", ty);
        let none = self.spv.constant_null(ty);
        self.spv.store_word(taken, none);
        let [block, merge] = ["hit.some", "hit.merge"].map(|name| self.spv.label(name));
        self.spv.branch_selection(is_hit, block, merge, merge, SelectionControl::NONE);
        self.spv.begin_block(block);
        self.hit_effect(Op::HitObjectGetAttributesEXT, &[hit.object, variable]);
        let value = self.spv.load_word(ty, variable);
        self.spv.store_word(taken, value);
        self.spv.branch(merge);
        self.spv.begin_block(merge);
        let value = self.spv.load_word(ty, taken);
        self.write(&place, Value::plain(value), arg.ty);
    }
}

/// Methods.
impl Emitter<'_> {
    /// A method of a hit object.
    pub(crate) fn hit_method(&mut self, method: HitMethod, object: ExprId, args: &MethodArgs<'_>, ty: TypeId) -> Word {
        let hit = self.hit_of(object);
        match method {
            HitMethod::Is(op) => self.hit_test(op, hit),
            HitMethod::Get(op, of) => self.hit_value(op, of, hit, ty),
            HitMethod::Attributes => {
                self.hit_attributes(hit, args);
                0
            }
            HitMethod::RootConstant => match args.value_of(Role::ByteOffset) {
                Some(offset) => self.root_constant(hit, offset),
                None => self.undef(ty),
            },
            HitMethod::SetRecord => {
                if let Some(index) = args.value_of(Role::Record) {
                    let index = self.expr(index);
                    self.record(Op::HitObjectSetShaderBindingTableRecordIndexEXT, hit, &[index]);
                }
                0
            }
            HitMethod::Positions => {
                // The grammar does not say it of this instruction.
                let span = self.spv.function.span();
                self.spv.availability.require(Capability::RayTracingPositionFetchKHR, span);
                let array = self.corners_type();
                let op = Op::HitObjectGetIntersectionTriangleVertexPositionsEXT;
                let corners = self.spv.op(op, array, &[hit.object]);
                self.corners_as_struct(corners, ty)
            }
        }
    }

    fn hit_op(&mut self, op: Op, num: Num, hit: Hit) -> Word {
        let op = if self.is_nv_hit() { of_nv(op) } else { op };
        self.spv.op_num(op, num, &[hit.object])
    }

    fn hit_test(&mut self, op: Op, hit: Hit) -> Word {
        self.hit_op(op, Num::scalar(Scalar::Bool), hit)
    }

    /// A value of a hit object; zero, or the identity, where the object has none.
    fn hit_value(&mut self, op: Op, of: HitValue, hit: Hit, ty: TypeId) -> Word {
        let num = self.num_of_type(ty);
        let word = self.spv.num_type(num);
        let zero = self.spv.constant_null(word);
        match of {
            HitValue::OfRay => {
                let (is_empty, value) = (self.hit_test(Op::HitObjectIsEmptyEXT, hit), self.hit_op(op, num, hit));
                self.choose(num, is_empty, zero, value)
            }
            HitValue::OfHit => {
                let (is_hit, value) = (self.hit_test(Op::HitObjectIsHitEXT, hit), self.hit_op(op, num, hit));
                self.choose(num, is_hit, value, zero)
            }
            HitValue::OfHitOrRay(world) => {
                let of_ray = self.hit_value(world, HitValue::OfRay, hit, ty);
                let (is_hit, value) = (self.hit_test(Op::HitObjectIsHitEXT, hit), self.hit_op(op, num, hit));
                self.choose(num, is_hit, value, of_ray)
            }
            HitValue::OfShader => {
                let (is_empty, value) = (self.hit_test(Op::HitObjectIsEmptyEXT, hit), self.hit_op(op, num, hit));
                let value = self.choose(num, is_empty, zero, value);
                let Some(flag) = hit.flag else { return value };
                let bool = self.spv.bool();
                let has_shader = self.spv.load_word(bool, flag);
                self.choose(num, has_shader, value, zero)
            }
            HitValue::Transform { transpose } => self.hit_transform(op, hit, num, transpose),
        }
    }

    fn choose(&mut self, num: Num, condition: Word, then: Word, otherwise: Word) -> Word {
        let condition = self.splat_bool(condition, num);
        let ty = self.spv.num_type(num);
        self.spv.select(ty, condition, then, otherwise)
    }

    /// A condition for each component.
    fn splat_bool(&mut self, condition: Word, num: Num) -> Word {
        if num.columns == 1 {
            return condition;
        }
        let ty = self.spv.num_type(num.with_elem(Scalar::Bool));
        self.spv.construct(ty, &vec![condition; num.columns as usize])
    }

    /// A matrix of four columns of three components: it is the `float4x3` of HLSL.
    fn hit_transform(&mut self, op: Op, hit: Hit, num: Num, transpose: bool) -> Word {
        let stored = if transpose { Num { rows: num.columns, columns: num.rows, ..num } } else { num };
        let (is_hit, value) = (self.hit_test(Op::HitObjectIsHitEXT, hit), self.hit_op(op, stored, hit));
        let [one, zero] = [1.0, 0.0].map(|number| self.spv.constant_float(number));
        let column = self.spv.num_type(Num::vector(Scalar::Float, 3));
        let condition = self.splat_bool(is_hit, Num::vector(Scalar::Float, 3));
        let mut columns = Vec::new();
        for at in 0..4 {
            let parts = [0, 1, 2].map(|row| if row == at { one } else { zero });
            let identity = self.spv.constant_composite(column, &parts);
            let part = self.spv.extract(column, value, &[at]);
            columns.push(self.spv.select(column, condition, part, identity));
        }
        let ty = self.spv.num_type(stored);
        let whole = self.spv.construct(ty, &columns);
        if transpose { self.spv.op_num(Op::Transpose, num, &[whole]) } else { whole }
    }

    /// A word of the shader record, which begins behind the handles of its shaders.
    fn root_constant(&mut self, hit: Hit, offset: ExprId) -> Word {
        let (offset, uint) = (self.expr(offset), self.spv.uint());
        let zero = self.spv.constant_uint(0);
        let result = self.spv.variable("temp.var.record", uint);
        self.spv.store_word(result, zero);
        let bool = self.spv.bool();
        let is_empty = self.hit_test(Op::HitObjectIsEmptyEXT, hit);
        let mut has_record = self.spv.op(Op::LogicalNot, bool, &[is_empty]);
        if let Some(flag) = hit.flag {
            let has_shader = self.spv.load_word(bool, flag);
            has_record = self.spv.op(Op::LogicalAnd, bool, &[has_record, has_shader]);
        }
        let [block, merge] = ["hit.record", "hit.merge"].map(|name| self.spv.label(name));
        self.spv.branch_selection(has_record, block, merge, merge, SelectionControl::NONE);
        self.spv.begin_block(block);
        let handle = self.hit_op(Op::HitObjectGetShaderRecordBufferHandleEXT, Num::vector(Scalar::UInt, 2), hit);
        let pointer = self.hit_record_pointer();
        let record = self.spv.op(Op::Bitcast, pointer, &[handle]);
        let two = self.spv.constant_uint(2);
        let index = self.spv.op(Op::ShiftRightLogical, uint, &[offset, two]);
        let word = self.spv.chain_word(StorageClass::PhysicalStorageBuffer, uint, record, &[zero, index]);
        let value = self.spv.op(Op::Load, uint, &[word, spirv::MemoryAccess::ALIGNED.bits(), 4]);
        self.spv.store_word(result, value);
        self.spv.branch(merge);
        self.spv.begin_block(merge);
        self.spv.load_word(uint, result)
    }

    /// The type of pointers to a shader record: a block of words.
    fn hit_record_pointer(&mut self) -> Word {
        let uint = self.spv.uint();
        let words = self.spv.runtime_array(uint, Some(4));
        let mut decorations = Decorations::new();
        decorations.add(Decoration::Block, &[]);
        decorations.add_member(0, Decoration::Offset, &[0]);
        let block = self.spv.struct_type(&StructType {
            name: "ShaderRecord",
            members: &[words],
            member_names: &["words"],
            decorations: &decorations,
        });
        self.spv.pointer(StorageClass::PhysicalStorageBuffer, block)
    }
}

/// The instruction of the vendor's extension.
#[expect(clippy::wildcard_enum_match_arm, reason = "a few cases of an enum of SPIR-V")]
const fn of_nv(op: Op) -> Op {
    match op {
        Op::HitObjectRecordEmptyEXT => Op::HitObjectRecordEmptyNV,
        Op::HitObjectRecordMissEXT => Op::HitObjectRecordMissNV,
        Op::HitObjectTraceRayEXT => Op::HitObjectTraceRayNV,
        Op::HitObjectExecuteShaderEXT => Op::HitObjectExecuteShaderNV,
        Op::HitObjectGetAttributesEXT => Op::HitObjectGetAttributesNV,
        Op::HitObjectIsEmptyEXT => Op::HitObjectIsEmptyNV,
        Op::HitObjectIsHitEXT => Op::HitObjectIsHitNV,
        Op::HitObjectIsMissEXT => Op::HitObjectIsMissNV,
        Op::HitObjectGetRayTMinEXT => Op::HitObjectGetRayTMinNV,
        Op::HitObjectGetRayTMaxEXT => Op::HitObjectGetRayTMaxNV,
        Op::HitObjectGetWorldRayOriginEXT => Op::HitObjectGetWorldRayOriginNV,
        Op::HitObjectGetWorldRayDirectionEXT => Op::HitObjectGetWorldRayDirectionNV,
        Op::HitObjectGetObjectRayOriginEXT => Op::HitObjectGetObjectRayOriginNV,
        Op::HitObjectGetObjectRayDirectionEXT => Op::HitObjectGetObjectRayDirectionNV,
        Op::HitObjectGetObjectToWorldEXT => Op::HitObjectGetObjectToWorldNV,
        Op::HitObjectGetWorldToObjectEXT => Op::HitObjectGetWorldToObjectNV,
        Op::HitObjectGetInstanceIdEXT => Op::HitObjectGetInstanceIdNV,
        Op::HitObjectGetInstanceCustomIndexEXT => Op::HitObjectGetInstanceCustomIndexNV,
        Op::HitObjectGetGeometryIndexEXT => Op::HitObjectGetGeometryIndexNV,
        Op::HitObjectGetPrimitiveIndexEXT => Op::HitObjectGetPrimitiveIndexNV,
        Op::HitObjectGetHitKindEXT => Op::HitObjectGetHitKindNV,
        Op::HitObjectGetShaderBindingTableRecordIndexEXT => Op::HitObjectGetShaderBindingTableRecordIndexNV,
        Op::HitObjectGetShaderRecordBufferHandleEXT => Op::HitObjectGetShaderRecordBufferHandleNV,
        Op::ReorderThreadWithHitObjectEXT => Op::ReorderThreadWithHitObjectNV,
        Op::ReorderThreadWithHintEXT => Op::ReorderThreadWithHintNV,
        other => other,
    }
}
