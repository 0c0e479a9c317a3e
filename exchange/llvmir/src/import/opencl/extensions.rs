//! Functions of OpenCL 3.0 and of its extensions that are instructions: dot products of integers, bit fields, clocks,
//! flags, and questions about pointers and images.

use super::super::calls::{Call, Made};
use super::super::function::Body;
use super::super::output::Shape;
use super::atomics::{order_of, scope_of};
use crate::error::{Result, refuse};
use crate::mangle::Param;
use dialect::ir::ValueId;
use dialect::spirv::operands::Arg;
use spirv::{Capability, ImageOperands, MemorySemantics, Op, PackedVectorFormat, Scope};

/// Dot products of packed vectors: their signs, as names say them, and the instructions without and with a sum.
const PACKED: &[(&str, Op, Op)] = &[
    ("4x8packed_uu_uint", Op::UDot, Op::UDotAccSat),
    ("4x8packed_ss_int", Op::SDot, Op::SDotAccSat),
    ("4x8packed_su_int", Op::SUDot, Op::SUDotAccSat),
    ("4x8packed_us_int", Op::SUDot, Op::SUDotAccSat),
];

/// Functions of bits.
const BITS: &[(&str, Op)] = &[
    ("bitfield_insert", Op::BitFieldInsert),
    ("bitfield_extract_signed", Op::BitFieldSExtract),
    ("bitfield_extract_unsigned", Op::BitFieldUExtract),
    ("bit_reverse", Op::BitReverse),
];

/// Clocks by their scopes.
const CLOCKS: &[(&str, Scope)] = &[
    ("clock_read_device", Scope::Device),
    ("clock_read_work_group", Scope::Workgroup),
    ("clock_read_sub_group", Scope::Subgroup),
    ("clock_read_hilo_device", Scope::Device),
    ("clock_read_hilo_work_group", Scope::Workgroup),
    ("clock_read_hilo_sub_group", Scope::Subgroup),
];

/// Halves of barriers.
const HALVES: &[(&str, Op)] = &[
    ("intel_work_group_barrier_arrive", Op::ControlBarrierArriveINTEL),
    ("intel_work_group_barrier_wait", Op::ControlBarrierWaitINTEL),
];

/// Casts of generic pointers, as clang names them.
const CASTS: [&str; 3] = ["__to_global", "__to_local", "__to_private"];

/// Functions of queues and events that are one instruction on their arguments.
const EVENTS: &[(&str, Op)] = &[
    ("create_user_event", Op::CreateUserEvent),
    ("retain_event", Op::RetainEvent),
    ("release_event", Op::ReleaseEvent),
    ("set_user_event_status", Op::SetUserEventStatus),
    ("get_default_queue", Op::GetDefaultQueue),
];

/// The names of these functions that have no table of their own.
const OTHERS: &[&str] = &[
    "dot",
    "dot_acc_sat",
    "get_fence",
    "get_image_num_mip_levels",
    "get_image_num_samples",
    "get_image_array_size",
    "is_valid_event",
    "atomic_flag_test_and_set",
    "atomic_flag_test_and_set_explicit",
    "atomic_flag_clear",
    "atomic_flag_clear_explicit",
];

/// The names of these functions.
pub(super) fn names() -> Vec<String> {
    let plain = OTHERS.iter().copied().chain(BITS.iter().map(|(name, _)| *name));
    let plain = plain.chain(CLOCKS.iter().map(|(name, _)| *name)).chain(HALVES.iter().map(|(name, _)| *name));
    let plain = plain.chain(EVENTS.iter().map(|(name, _)| *name));
    let packed = PACKED.iter().flat_map(|(name, ..)| [format!("dot_{name}"), format!("dot_acc_sat_{name}")]);
    plain.map(str::to_owned).chain(packed).collect()
}

impl Body<'_, '_> {
    /// A call of one of these functions.
    pub(super) fn of_extensions(&mut self, call: &Call<'_>) -> Result<Made> {
        let name = call.name;
        if name.starts_with("dot_") || name == "dot" && self.has_integers(call) {
            return self.integer_dot(call);
        }
        if let Some((_, op)) = BITS.iter().find(|(known, _)| *known == name) {
            self.import.out.capabilities.push(Capability::BitInstructions as u32);
            let args = self.args(call)?;
            return Ok(Some(Some(self.make(*op, call.ty, &args))));
        }
        if let Some((_, scope)) = CLOCKS.iter().find(|(known, _)| *known == name) {
            let scope = self.u32(*scope as u32);
            return Ok(Some(Some(self.make(Op::ReadClockKHR, call.ty, &[scope]))));
        }
        if let Some((_, op)) = HALVES.iter().find(|(known, _)| *known == name) {
            return self.barrier_by(call, Scope::Workgroup, *op).map(|()| Some(None));
        }
        if let Some((_, op)) = EVENTS.iter().find(|(known, _)| *known == name) {
            let args = self.args(call)?;
            let void = self.import.out.void();
            if call.ty == void {
                self.effect(*op, &args);
                return Ok(Some(None));
            }
            return Ok(Some(Some(self.make(*op, call.ty, &args))));
        }
        if let Some(made) = self.questions(call)? {
            return Ok(Some(Some(made)));
        }
        self.flags(call)
    }

    fn has_integers(&self, call: &Call<'_>) -> bool {
        !call.params.is_empty() && !call.is_float(0)
    }

    /// A dot product of integers, of vectors or packed, perhaps with a number that is added to it.
    fn integer_dot(&mut self, call: &Call<'_>) -> Result<Made> {
        let rest = call.name.strip_prefix("dot").unwrap_or_default();
        let (rest, is_sum) = match rest.strip_prefix("_acc_sat") {
            Some(rest) => (rest, true),
            None => (rest, false),
        };
        let mut args = self.args(call)?;
        if args.len() != if is_sum { 3 } else { 2 } {
            return refuse(format!("'{}' has too few or too many arguments", call.name));
        }
        let packed = match rest.strip_prefix('_') {
            Some(name) => match PACKED.iter().find(|(known, ..)| *known == name) {
                Some(row) => Some(row),
                None => return Ok(None),
            },
            None => None,
        };
        let (plain, sum, is_swapped) = match packed {
            Some((name, plain, sum)) => (*plain, *sum, name.contains("_us_")),
            None => match (call.is_unsigned(0), call.is_unsigned(1)) {
                (true, true) => (Op::UDot, Op::UDotAccSat, false),
                (false, false) => (Op::SDot, Op::SDotAccSat, false),
                (is_swapped, _) => (Op::SUDot, Op::SUDotAccSat, is_swapped),
            },
        };
        // The first operand is the one with a sign.
        if is_swapped {
            args.swap(0, 1);
        }
        let capability = match (packed.is_some(), call.params.first()) {
            (true, _) => Capability::DotProductInput4x8BitPacked,
            (false, Some(Param::Vector(4, "c" | "a" | "h"))) => Capability::DotProductInput4x8Bit,
            (false, _) => Capability::DotProductInputAll,
        };
        self.import.out.capabilities.push(capability as u32);
        let format = PackedVectorFormat::PackedVectorFormat4x8Bit as u32;
        let operands: Vec<Arg> = args.into_iter().map(Arg::Value).chain(packed.map(|_| Arg::Word(format))).collect();
        Ok(Some(Some(self.make(if is_sum { sum } else { plain }, call.ty, &operands))))
    }

    /// Questions about pointers, images and events.
    fn questions(&mut self, call: &Call<'_>) -> Result<Option<ValueId>> {
        Ok(Some(match call.name {
            "get_fence" => {
                let Some(pointer) = call.args.first().copied() else { return refuse("an argument is expected") };
                let pointer = self.data(pointer)?;
                let all = self.make(Op::GenericPtrMemSemantics, call.ty, &[pointer]);
                // OpenCL's flags are the bits of local and of global memory, shifted.
                let eight = self.constant(call.ty, 8);
                self.make(Op::ShiftRightLogical, call.ty, &[all, eight])
            }
            "get_image_num_mip_levels" => {
                let image = self.arg(call, 0)?;
                self.make(Op::ImageQueryLevels, call.ty, &[image])
            }
            "get_image_num_samples" => {
                let image = self.arg(call, 0)?;
                self.make(Op::ImageQuerySamples, call.ty, &[image])
            }
            "get_image_array_size" => self.layers(call)?,
            "is_valid_event" => {
                let event = self.arg(call, 0)?;
                let bool = self.import.out.bool();
                let made = self.make(Op::IsValidEvent, bool, &[event]);
                self.as_number(made, call.ty, 1)
            }
            _ => return Ok(None),
        }))
    }

    /// The number of layers of an image: the last part of its size.
    fn layers(&mut self, call: &Call<'_>) -> Result<ValueId> {
        let image = self.arg(call, 0)?;
        let int = self.import.out.int(32);
        let Some((parts @ 2.., _)) = self.import.out.image_size(self.type_of(image)) else {
            return refuse("it is not an image with layers");
        };
        let (ty, zero) = (self.import.out.vector(int, parts), self.u32(0));
        let whole = self.make(Op::ImageQuerySizeLod, ty, &[image, zero]);
        let count = self.make(Op::CompositeExtract, int, &[whole.into(), Arg::Word(parts - 1)]);
        Ok(if call.ty == int { count } else { self.make(Op::UConvert, call.ty, &[count]) })
    }

    fn flags(&mut self, call: &Call<'_>) -> Result<Made> {
        let (name, is_explicit) = match call.name.strip_suffix("_explicit") {
            Some(name) => (name, true),
            None => (call.name, false),
        };
        let op = match name {
            "atomic_flag_test_and_set" => Op::AtomicFlagTestAndSet,
            "atomic_flag_clear" => Op::AtomicFlagClear,
            _ => return Ok(None),
        };
        let (order, scope) = match is_explicit {
            true => {
                let scope = if call.args.len() > 2 { scope_of(self.known(call, 2)?)? } else { Scope::Device };
                (order_of(self.known(call, 1)?)?, scope)
            }
            false => (MemorySemantics::SEQUENTIALLY_CONSISTENT, Scope::Device),
        };
        let Some(pointer) = call.args.first().copied() else { return refuse("an argument is expected") };
        let int = self.import.out.int(32);
        let pointer = self.pointer(pointer, int)?;
        let (scope, order) = (self.u32(scope as u32), self.u32(order.bits()));
        if op == Op::AtomicFlagClear {
            self.effect(op, &[pointer, scope, order]);
            return Ok(Some(None));
        }
        let made = self.truth(op, scope, &[pointer, scope, order]);
        Ok(Some(Some(self.as_number(made, call.ty, 1))))
    }

    /// A generic pointer as one of a storage class, by a name that clang reserves; null where it leads elsewhere.
    pub(in super::super) fn cast_by_name(&mut self, call: &Call<'_>, name: &str) -> Result<Made> {
        if !CASTS.contains(&name) {
            return Ok(None);
        }
        let Some(pointer) = call.args.first().copied() else { return refuse("an argument is expected") };
        let pointer = self.data(pointer)?;
        let Shape::Pointer(class, _) = self.import.out.shape(call.ty) else {
            return refuse("the result is not a pointer");
        };
        let operands = [pointer.into(), Arg::Word(class as u32)];
        Ok(Some(Some(self.make(Op::GenericCastToPtrExplicit, call.ty, &operands))))
    }

    /// The image operands of a read with two gradients.
    pub(in super::super) fn gradients(&self, args: &[ValueId]) -> Option<[Arg; 3]> {
        let &[dx, dy] = args else { return None };
        Some([Arg::Word(ImageOperands::GRAD.bits()), dx.into(), dy.into()])
    }
}
