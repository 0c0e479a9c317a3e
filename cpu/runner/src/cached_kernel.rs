//! Serialisation of compiled kernels for the cache.
//!
//! Numbers, texts and lists are written field by field, variants by name. Bytes of another version of the program and
//! damaged ones are rejected. Where the bytes are stored is not known here.

use abi::print::{Format, Layout, Piece, Shown, Value};
use abi::reason::{ImageReason, InTurn, Reason, TurnReason};
use abi::{Access, AddressMode, Binding, BindingKind, KernelInfo, LiteralSampler, SpecConstant};
use abi::{LowerError, Place};

/// The limit of nested boxes.
const DEEPEST: u32 = 8;

/// Serialises a kernel: the facts that the host needs, and its object.
pub(crate) fn write(info: &KernelInfo, object: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(object.len() + 1024);
    info.write(&mut bytes);
    bytes.extend(object);
    bytes
}

/// Deserialises what [`write()`] has written.
pub(crate) fn read(bytes: &[u8]) -> Option<(KernelInfo, &[u8])> {
    let mut from = Reader { rest: bytes, depth: 0 };
    let info = KernelInfo::read(&mut from)?;
    Some((info, from.rest))
}

/// The bytes still to be read.
struct Reader<'b> {
    rest: &'b [u8],
    depth: u32,
}

impl<'b> Reader<'b> {
    fn bytes(&mut self, count: usize) -> Option<&'b [u8]> {
        let (bytes, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(bytes)
    }

    fn text(&mut self) -> Option<&'b str> {
        let count = usize::read(self)?;
        str::from_utf8(self.bytes(count)?).ok()
    }
}

fn write_text(text: &str, to: &mut Vec<u8>) {
    text.len().write(to);
    to.extend(text.as_bytes());
}

/// A serialisable value.
trait Encode: Sized {
    fn write(&self, to: &mut Vec<u8>);
    fn read(from: &mut Reader<'_>) -> Option<Self>;
}

macro_rules! numbers {
    ($($name:ident)*) => {
        $(impl Encode for $name {
            fn write(&self, to: &mut Vec<u8>) {
                to.extend(self.to_le_bytes());
            }

            fn read(from: &mut Reader<'_>) -> Option<Self> {
                Some(Self::from_le_bytes(from.bytes(size_of::<Self>())?.try_into().ok()?))
            }
        })*
    };
}

numbers! { u8 u32 u64 usize }

impl Encode for bool {
    fn write(&self, to: &mut Vec<u8>) {
        u8::from(*self).write(to);
    }

    fn read(from: &mut Reader<'_>) -> Option<Self> {
        Some(u8::read(from)? != 0)
    }
}

impl Encode for String {
    fn write(&self, to: &mut Vec<u8>) {
        write_text(self, to);
    }

    fn read(from: &mut Reader<'_>) -> Option<Self> {
        from.text().map(str::to_owned)
    }
}

impl<T: Encode> Encode for Vec<T> {
    fn write(&self, to: &mut Vec<u8>) {
        self.len().write(to);
        self.iter().for_each(|value| value.write(to));
    }

    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let count = usize::read(from)?;
        // The length is only trusted as far as there are bytes.
        (0..count).map(|_| T::read(from)).collect()
    }
}

impl<T: Encode, const N: usize> Encode for [T; N] {
    fn write(&self, to: &mut Vec<u8>) {
        self.iter().for_each(|value| value.write(to));
    }

    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let values: Option<Vec<T>> = (0..N).map(|_| T::read(from)).collect();
        values?.try_into().ok()
    }
}

impl<T: Encode> Encode for Option<T> {
    fn write(&self, to: &mut Vec<u8>) {
        self.is_some().write(to);
        self.iter().for_each(|value| value.write(to));
    }

    fn read(from: &mut Reader<'_>) -> Option<Self> {
        match bool::read(from)? {
            true => Some(Some(T::read(from)?)),
            false => Some(None),
        }
    }
}

impl<T: Encode> Encode for Box<T> {
    fn write(&self, to: &mut Vec<u8>) {
        T::write(self, to);
    }

    fn read(from: &mut Reader<'_>) -> Option<Self> {
        from.depth += 1;
        let value = (from.depth <= DEEPEST).then(|| T::read(from))?;
        from.depth -= 1;
        value.map(Box::new)
    }
}

impl<A: Encode, B: Encode> Encode for (A, B) {
    fn write(&self, to: &mut Vec<u8>) {
        self.0.write(to);
        self.1.write(to);
    }

    fn read(from: &mut Reader<'_>) -> Option<Self> {
        Some((A::read(from)?, B::read(from)?))
    }
}

impl<A: Encode, B: Encode, C: Encode> Encode for (A, B, C) {
    fn write(&self, to: &mut Vec<u8>) {
        self.0.write(to);
        self.1.write(to);
        self.2.write(to);
    }

    fn read(from: &mut Reader<'_>) -> Option<Self> {
        Some((A::read(from)?, B::read(from)?, C::read(from)?))
    }
}

/// Serialisation of structs by their fields; rustc reports a forgotten one.
macro_rules! structs {
    ($($name:ident { $($field:ident)* })*) => {
        $(impl Encode for $name {
            fn write(&self, to: &mut Vec<u8>) {
                let $name { $($field),* } = self;
                $($field.write(to);)*
            }

            fn read(from: &mut Reader<'_>) -> Option<Self> {
                Some($name { $($field: Encode::read(from)?),* })
            }
        })*
    };
}

/// Serialisation of enums by their variants; rustc reports a forgotten one.
macro_rules! enums {
    ($($name:ident { $($variant:ident $(($($arg:ident)*))? $({ $($field:ident)* })?)* })*) => {
        $(impl Encode for $name {
            fn write(&self, to: &mut Vec<u8>) {
                match self {
                    $($name::$variant $(($($arg),*))? $({ $($field),* })? => {
                        write_text(stringify!($variant), to);
                        $($($arg.write(to);)*)?
                        $($($field.write(to);)*)?
                    })*
                }
            }

            fn read(from: &mut Reader<'_>) -> Option<Self> {
                match from.text()? {
                    $(stringify!($variant) => {
                        $($(let $arg = Encode::read(from)?;)*)?
                        $($(let $field = Encode::read(from)?;)*)?
                        Some($name::$variant $(($($arg),*))? $({ $($field),* })?)
                    })*
                    _ => None,
                }
            }
        })*
    };
}

structs! {
    KernelInfo {
        abi entry symbol local_size wave one_by_one in_turn scratch_bytes groupshared_bytes barriers push_bytes slots bindings
        literal_samplers builtins spec_constants needs_runtime formats checked
    }
    Binding { set binding slot count unbounded kind access names min_bytes stride group_bytes image }
    LiteralSampler { slot address is_normalised is_linear }
    SpecConstant { id name bits }
    InTurn { op place reason }
    Place { word source }
    Format { pieces is_line }
    Value { shown is_upper layout components separator }
    Layout { left plus space alternate zeros width precision }
}

enums! {
    BindingKind {
        UniformBuffer StorageBuffer SampledImage StorageImage UniformTexelBuffer StorageTexelBuffer Sampler
        CombinedImageSampler Scene
    }
    Access { Read Write ReadWrite }
    AddressMode { Wrap Mirror Clamp Border MirrorOnce }
    Reason { Requested Few Irreducible GroupOps Pointers TooLarge Turns Op(error) }
    TurnReason { Host(reason) Function Print Atomic Apart Memory Ray Form }
    ImageReason { Chosen Wide Sign Component Operand Shape Query }
    LowerError {
        NoEntryPoint(entry known) Unsupported(op reason) Invalid(message) TooLarge(message)
        Overlap { set binding names } At(place error)
    }
    Piece { Text(text) Given(text layout) Value(value) }
    Shown { Signed Unsigned Octal Hex Char Fixed Exponent General HexFloat }
}

#[cfg(test)]
mod tests;
