//! Friendly names of ids: from `OpName`, built-ins, types and constants; each name is unique.

use super::enumerant;
use super::numbers::Numbers;
use dialect::spirv::decode::{Inst, Operand};
use dialect::spirv::enums::Kind;
use rustc_hash::{FxHashMap, FxHashSet};
use spirv::{BuiltIn, Decoration, FPEncoding, Op};
use std::fmt::Write as _;

/// The limit of composed names, lest types of types double them.
const LONGEST: usize = 4096;

/// The names of a module's ids. Ids without one are numbers.
#[derive(Default)]
pub(super) struct Names {
    by_id: FxHashMap<u32, String>,
    used: FxHashSet<String>,
    /// The next suffix to try for a taken name.
    suffixes: FxHashMap<String, u32>,
}

impl Names {
    /// The names of all ids of a module.
    pub(super) fn of(insts: &[Inst]) -> Names {
        let mut names = Names::default();
        let mut numbers = Numbers::default();
        for inst in insts {
            numbers.remember(inst);
            names.inst(inst, &numbers);
        }
        names
    }

    /// Writes an id's name.
    pub(super) fn write(&self, id: u32, text: &mut String) {
        match self.by_id.get(&id) {
            Some(name) => text.push_str(name),
            None => {
                let _ = write!(text, "{id}");
            }
        }
    }

    fn inst(&mut self, inst: &Inst, numbers: &Numbers) {
        match (inst.op, inst.operands.as_slice()) {
            (Op::Name, [Operand::Id(id), Operand::Text(name)]) => self.save(*id, name),
            (Op::Decorate, [Operand::Id(id), Operand::Enum(_, decoration, params)]) => {
                self.decorated(*id, *decoration, params);
            }
            _ => {
                let Some(id) = inst.result else { return };
                let number = || id.to_string();
                let name = self.made(inst, numbers).filter(|name| name.len() <= LONGEST).unwrap_or_else(number);
                self.save(id, &name);
            }
        }
    }

    fn decorated(&mut self, id: u32, decoration: u32, params: &[Operand]) {
        let [Operand::Enum(Kind::BuiltIn, value, _)] = params else { return };
        if decoration != Decoration::BuiltIn as u32 {
            return;
        }
        if let Some(name) = BuiltIn::from_u32(*value).and_then(built_in) {
            self.save(id, &name);
        }
    }

    /// Names an id; the first name counts.
    fn save(&mut self, id: u32, suggestion: &str) {
        if self.by_id.contains_key(&id) {
            return;
        }
        let base = sanitised(suggestion);
        let mut name = base.clone();
        if self.used.contains(&name) {
            let suffix = self.suffixes.entry(base).or_default();
            let stem = name.clone();
            while self.used.contains(&name) {
                name = format!("{stem}_{suffix}");
                *suffix += 1;
            }
        }
        self.used.insert(name.clone());
        self.by_id.insert(id, name);
    }

    fn name(&self, id: u32) -> String {
        let mut text = String::new();
        self.write(id, &mut text);
        text
    }

    /// The name that follows from a declaration.
    fn made(&self, inst: &Inst, numbers: &Numbers) -> Option<String> {
        if let Some(name) = fixed(inst.op) {
            return Some(name.to_owned());
        }
        Some(match (inst.op, inst.operands.as_slice()) {
            (Op::TypeInt, [Operand::Literal(width), Operand::Literal(sign)]) => int(*width, *sign != 0),
            (Op::TypeFloat, [Operand::Literal(width), encoding @ ..]) => float(*width, encoding),
            (Op::TypeVector, [Operand::Id(ty), Operand::Literal(count)]) => format!("v{count}{}", self.name(*ty)),
            (Op::TypeMatrix, [Operand::Id(ty), Operand::Literal(count)]) => format!("mat{count}{}", self.name(*ty)),
            (Op::TypeArray, [Operand::Id(ty), Operand::Id(length)]) => {
                format!("_arr_{}_{}", self.name(*ty), self.name(*length))
            }
            (Op::TypeRuntimeArray, [Operand::Id(ty)]) => format!("_runtimearr_{}", self.name(*ty)),
            (Op::TypeNodePayloadArrayAMDX, [Operand::Id(ty)]) => format!("_payloadarr_{}", self.name(*ty)),
            (Op::TypePointer, [Operand::Enum(kind, class, _), Operand::Id(ty)]) => {
                format!("_ptr_{}_{}", enumerant(*kind, *class), self.name(*ty))
            }
            (Op::TypeUntypedPointerKHR, [Operand::Enum(kind, class, _)]) => {
                format!("_ptr_{}", enumerant(*kind, *class))
            }
            (Op::TypePipe, [Operand::Enum(kind, access, _)]) => format!("Pipe{}", enumerant(*kind, *access)),
            (Op::TypeOpaque, [Operand::Text(name)]) => format!("Opaque_{}", sanitised(name)),
            (Op::TypeStruct, _) => format!("_struct_{}", inst.result?),
            (Op::Constant, [Operand::Number(bits)]) => {
                let number = numbers.text(inst.ty, *bits).replace('-', "n");
                format!("{}_{number}", self.name(inst.ty?))
            }
            _ => return None,
        })
    }
}

/// The names of declarations without relevant operands.
const fn fixed(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::TypeVoid => "void",
        Op::TypeBool => "bool",
        Op::TypeEvent => "Event",
        Op::TypeDeviceEvent => "DeviceEvent",
        Op::TypeReserveId => "ReserveId",
        Op::TypeQueue => "Queue",
        Op::TypePipeStorage => "PipeStorage",
        Op::TypeNamedBarrier => "NamedBarrier",
        Op::ConstantTrue => "true",
        Op::ConstantFalse => "false",
        _ => return None,
    })
}

fn int(width: u32, is_signed: bool) -> String {
    let known = match width {
        8 => Some("char"),
        16 => Some("short"),
        32 => Some("int"),
        64 => Some("long"),
        _ => None,
    };
    match (known, is_signed) {
        (Some(root), true) => root.to_owned(),
        (Some(root), false) => format!("u{root}"),
        (None, true) => format!("i{width}"),
        (None, false) => format!("u{width}"),
    }
}

fn float(width: u32, encoding: &[Operand]) -> String {
    let encoding = match encoding {
        [Operand::Enum(_, value, _)] => FPEncoding::from_u32(*value),
        _ => None,
    };
    match (encoding, width) {
        (Some(FPEncoding::BFloat16KHR), _) => "bfloat16".to_owned(),
        (Some(FPEncoding::Float8E4M3EXT), _) => "fp8e4m3".to_owned(),
        (Some(FPEncoding::Float8E5M2EXT), _) => "fp8e5m2".to_owned(),
        (Some(FPEncoding::Float6E2M3EXT), _) => "fp6e2m3".to_owned(),
        (Some(FPEncoding::Float6E3M2EXT), _) => "fp6e3m2".to_owned(),
        (Some(FPEncoding::Float4E2M1EXT), _) => "fp4e2m1".to_owned(),
        (Some(FPEncoding::Float8UnsignedE8M0EXT), _) => "fp8ue8m0".to_owned(),
        (Some(FPEncoding::MXInt8EXT), _) => "mxint8".to_owned(),
        (None, 16) => "half".to_owned(),
        (None, 32) => "float".to_owned(),
        (None, 64) => "double".to_owned(),
        (None, width) => format!("fp{width}"),
    }
}

/// The name with letters, digits and underscores only.
fn sanitised(name: &str) -> String {
    if name.is_empty() {
        return "_".to_owned();
    }
    // Characters outside of ASCII count by their bytes.
    name.bytes().map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte) } else { '_' }).collect()
}

/// The name of a built-in: GLSL's if it has one, `None` for newer ones.
fn built_in(value: BuiltIn) -> Option<String> {
    let glsl = match value {
        BuiltIn::VertexId => "VertexID",
        BuiltIn::InstanceId => "InstanceID",
        BuiltIn::PrimitiveId => "PrimitiveID",
        BuiltIn::InvocationId => "InvocationID",
        BuiltIn::SampleId => "SampleID",
        BuiltIn::NumWorkgroups => "NumWorkGroups",
        BuiltIn::WorkgroupSize => "WorkGroupSize",
        BuiltIn::WorkgroupId => "WorkGroupID",
        BuiltIn::LocalInvocationId => "LocalInvocationID",
        BuiltIn::GlobalInvocationId => "GlobalInvocationID",
        _ => return same_name(value),
    };
    Some(format!("gl_{glsl}"))
}

/// The built-ins named as in the specification, with or without GLSL's prefix.
fn same_name(value: BuiltIn) -> Option<String> {
    use BuiltIn as B;
    match value {
        B::Position | B::PointSize | B::ClipDistance | B::CullDistance | B::Layer | B::ViewportIndex => {}
        B::TessLevelOuter | B::TessLevelInner | B::TessCoord | B::PatchVertices | B::FragCoord | B::PointCoord => {}
        B::FrontFacing | B::SamplePosition | B::SampleMask | B::FragDepth | B::HelperInvocation => {}
        B::LocalInvocationIndex | B::VertexIndex | B::InstanceIndex | B::BaseInstance => {}
        B::WorkDim | B::GlobalSize | B::EnqueuedWorkgroupSize | B::GlobalOffset | B::GlobalLinearId => {
            return Some(format!("{value:?}"));
        }
        B::SubgroupSize | B::SubgroupMaxSize | B::NumSubgroups | B::NumEnqueuedSubgroups | B::SubgroupId => {
            return Some(format!("{value:?}"));
        }
        B::SubgroupLocalInvocationId => return Some(format!("{value:?}")),
        B::SubgroupEqMask | B::SubgroupGeMask | B::SubgroupGtMask | B::SubgroupLeMask | B::SubgroupLtMask => {
            return Some(format!("{value:?}KHR"));
        }
        _ => return None,
    }
    Some(format!("gl_{value:?}"))
}
