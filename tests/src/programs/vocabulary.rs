//! What random programs are made of: the declarations that all of them have, types, and ways to pass arguments.

/// The beginning of every program.
pub(super) const HEAD: &str = "
StructuredBuffer<uint> x : register(t0);
RWStructuredBuffer<uint> y : register(u1);
struct P { int a; float2 b; uint c[4]; };
RWStructuredBuffer<P> kept : register(u2);
StructuredBuffer<uint> z : register(t3);
struct R { StructuredBuffer<uint> a; int n; StructuredBuffer<uint> b[2]; };
static StructuredBuffer<uint> alias;
groupshared uint row[8];
static uint me;
static int shared_int = 3;
static uint shared_array[4] = { 1, 5, 7, 11 };
static const int table[4] = { 3, -1, 4, 100 };
P make(int a, uint c) { P made; made.a = a; made.b = float2(c, 0.5); made.c[0] = c; made.c[1] = 1; made.c[2] = 2;
    made.c[3] = uint(a); return made; }
uint look(StructuredBuffer<uint> from, uint at) { return from[at & 63]; }
void leave(RWStructuredBuffer<P> to, int v) { to[me].a = v; }
StructuredBuffer<uint> second(StructuredBuffer<uint> a, StructuredBuffer<uint> b) { return b; }
R pair(StructuredBuffer<uint> a, StructuredBuffer<uint> b) { R made; made.a = a; made.n = 2; made.b[0] = b; made.b[1] = a;
    return made; }
float keep(float v) { return abs(v) < 65536.0 ? v : 3.0; }
float2 keep(float2 v) { return float2(keep(v.x), keep(v.y)); }
float3 keep(float3 v) { return float3(keep(v.x), keep(v.y), keep(v.z)); }
";

/// The types of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    Bool,
    Int,
    UInt,
    Float,
    Int3,
    Float2,
    P,
    /// A resource, and a struct that holds several.
    Buffer,
    Pair,
}

/// The types of arithmetic.
pub(super) const TYPES: &[Ty] = &[Ty::Bool, Ty::Int, Ty::UInt, Ty::Float, Ty::Int3, Ty::Float2, Ty::P];

impl Ty {
    /// The name in the source.
    pub(super) fn name(self) -> &'static str {
        match self {
            Ty::Bool => "bool",
            Ty::Int => "int",
            Ty::UInt => "uint",
            Ty::Float => "float",
            Ty::Int3 => "int3",
            Ty::Float2 => "float2",
            Ty::P => "P",
            Ty::Buffer => "StructuredBuffer<uint>",
            Ty::Pair => "R",
        }
    }

    /// Returns whether it is a resource, which must be known at compile time.
    pub(super) fn is_resource(self) -> bool {
        matches!(self, Ty::Buffer | Ty::Pair)
    }
}

/// How an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    In,
    InOut,
    Out,
}

/// The scalars of a variable.
pub(super) fn bits(name: &str, ty: Ty) -> Vec<String> {
    match ty {
        Ty::Bool => vec![format!("uint({name})")],
        Ty::Int | Ty::UInt => vec![format!("uint({name})")],
        Ty::Float => vec![format!("asuint({name})")],
        Ty::Int3 => ["x", "y", "z"].map(|part| format!("uint({name}.{part})")).to_vec(),
        Ty::Float2 => ["x", "y"].map(|part| format!("asuint({name}.{part})")).to_vec(),
        Ty::P => {
            let mut all = vec![format!("uint({name}.a)")];
            all.extend(["x", "y"].map(|part| format!("asuint({name}.b.{part})")));
            all.extend((0..4).map(|at| format!("{name}.c[{at}]")));
            all
        }
        Ty::Buffer => vec![format!("{name}[3]")],
        Ty::Pair => vec![format!("uint({name}.n)")],
    }
}
