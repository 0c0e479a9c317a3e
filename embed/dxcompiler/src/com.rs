//! The binary interface of COM as DXC has it outside of Windows: tables of functions, objects with counts of references.
//!
//! An object is a pointer to a pointer to a table of functions. An object with several interfaces that do not extend each
//! other has one such pointer for each of them, a *facet*; which one a client holds says where the object begins. Owns that
//! layout, the three functions that all interfaces share, and the edge that no panic crosses. Must not know what any
//! interface is for.

#![allow(unsafe_code)]

pub(crate) mod foreign;
pub(crate) mod pointers;
pub mod status;

use pointers::{Iid, Object as ObjectPointer, Out};
use status::{E_FAIL, E_NOINTERFACE, E_POINTER, S_OK, Status};
use std::ffi::c_void;
use std::marker::PhantomData;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The name of a class or an interface, in the form in which it lies in memory.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guid {
    first: u32,
    second: u16,
    third: u16,
    last: [u8; 8],
}

impl Guid {
    /// The GUID with the 32 hexadecimal digits of its usual spelling.
    pub const fn new(digits: u128) -> Self {
        let bytes = digits.to_be_bytes();
        let [_, _, _, _, _, _, _, _, last @ ..] = bytes;
        Guid { first: (digits >> 96) as u32, second: (digits >> 80) as u16, third: (digits >> 64) as u16, last }
    }
}

/// `IUnknown`, which every object answers to.
pub const IUNKNOWN: Guid = Guid::new(0x00000000_0000_0000_C000_000000000046);
/// `INoMarshal`, an interface without functions: objects may be used by any thread as they are.
const INOMARSHAL: Guid = Guid::new(0xECC8691B_C1DB_4DC0_855E_65F6C551AF49);

/// The number of functions of `IUnknown` before those of derived interfaces: the older binary interface has two
/// destructors among them.
pub(crate) const UNKNOWN_SLOTS: usize = if cfg!(feature = "abi-2022") { 5 } else { 3 };

/// An entry of a table of functions.
pub(crate) type Slot = *const ();

/// A pointer to the first slot of a table.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Table(pub(crate) *const Slot);

/// The number of facets for which objects have room.
const FACETS: usize = 4;

/// State of an object, and the interfaces that it has.
pub(crate) trait Class: Send + Sync + Sized + 'static {
    /// The table of each facet; those beyond the last repeat the first.
    const TABLES: [Table; FACETS];

    /// The facet that has this interface, if any has it. `IUnknown` is not asked for.
    fn facet(&self, interface: &Guid) -> Option<usize>;
}

/// An object as it lies in memory. Its count of references is that of the [`Arc`] around it.
#[repr(C)]
pub(crate) struct Object<C> {
    tables: [Table; FACETS],
    held: C,
}

// SAFETY: the tables are constants; what the object holds is `Send` and `Sync` by the bound of `Class`.
unsafe impl<C: Class> Send for Object<C> {}
// SAFETY: as above.
unsafe impl<C: Class> Sync for Object<C> {}

/// A reference that is counted.
pub(crate) struct Reference<C: Class>(Arc<Object<C>>);

impl<C: Class> Reference<C> {
    pub(crate) fn new(held: C) -> Self {
        Reference(Arc::new(Object { tables: C::TABLES, held }))
    }

    /// Hands the reference over to a client that wants an interface of it.
    ///
    /// # Errors
    /// `E_POINTER` and `E_NOINTERFACE`, by which the reference is dropped.
    pub(crate) fn hand_out(self, interface: Iid, out: Out<ObjectPointer>) -> Result<(), Status> {
        out.set(ObjectPointer::NULL)?;
        let interface = interface.get().ok_or(E_POINTER)?;
        let facet = facet_of(&self.0.held, &interface).ok_or(E_NOINTERFACE)?;
        out.set(self.into_facet(facet))
    }

    /// Hands the reference over to a client that gets the first facet.
    ///
    /// # Errors
    /// `E_POINTER`, by which the reference is dropped.
    pub(crate) fn give(self, out: Out<ObjectPointer>) -> Result<(), Status> {
        out.set(ObjectPointer::NULL)?;
        out.set(self.into_facet(0))
    }

    fn into_facet(self, facet: usize) -> ObjectPointer {
        let object = Arc::into_raw(self.0);
        // SAFETY: an object begins with its facets, of which this is one.
        ObjectPointer::from(unsafe { object.cast::<Table>().add(facet) }.cast_mut().cast())
    }
}

impl<C: Class> Clone for Reference<C> {
    fn clone(&self) -> Self {
        Reference(Arc::clone(&self.0))
    }
}

impl<C: Class> Deref for Reference<C> {
    type Target = C;

    fn deref(&self) -> &C {
        &self.0.held
    }
}

fn facet_of<C: Class>(held: &C, interface: &Guid) -> Option<usize> {
    if [IUNKNOWN, INOMARSHAL].contains(interface) { Some(0) } else { held.facet(interface) }
}

/// The first argument of each function of an interface: an object, by its facet of this number.
#[repr(transparent)]
pub(crate) struct This<C, const FACET: usize>(*mut c_void, PhantomData<C>);

impl<C: Class, const FACET: usize> This<C, FACET> {
    fn object(&self) -> *const Object<C> {
        // SAFETY: clients hand back what they got, which is the facet of this number: each table names its own.
        unsafe { self.0.cast_const().cast::<Table>().sub(FACET).cast() }
    }

    /// The object's state.
    pub(crate) fn held(&self) -> &C {
        // SAFETY: a client that calls an object holds a reference to it until the call returns.
        unsafe { &(*self.object()).held }
    }

    /// A reference of one's own to the object.
    fn reference(&self) -> Reference<C> {
        let object = self.object();
        // SAFETY: the object is in an `Arc`, as `Reference` is the only way to make one, and is alive during the call.
        unsafe {
            Arc::increment_strong_count(object);
            Reference(Arc::from_raw(object))
        }
    }
}

/// Slot 0: `QueryInterface`.
pub(crate) extern "C" fn query<C: Class, const FACET: usize>(
    this: This<C, FACET>,
    interface: Iid,
    out: Out<ObjectPointer>,
) -> Status {
    answer(|| this.reference().hand_out(interface, out))
}

/// Slot 1: `AddRef`. Counts have eight bytes outside of Windows.
pub(crate) extern "C" fn add_ref<C: Class, const FACET: usize>(this: This<C, FACET>) -> usize {
    let reference = this.reference();
    let count = Arc::strong_count(&reference.0);
    std::mem::forget(reference);
    count
}

/// Slot 2: `Release`.
pub(crate) extern "C" fn release<C: Class, const FACET: usize>(this: This<C, FACET>) -> usize {
    // SAFETY: the client gives up a reference that it holds.
    let last = unsafe { Arc::from_raw(this.object()) };
    let left = Arc::strong_count(&last) - 1;
    // What an object holds may be foreign, and its end may fail.
    let _ = catch_unwind(AssertUnwindSafe(|| drop(last)));
    left
}

/// The slots of destructors in the older binary interface, which only `Release` would call.
#[cfg(feature = "abi-2022")]
pub(crate) extern "C" fn destructor() {}

/// Return type of an interface's function.
pub(crate) trait Answer {
    /// Its form in a register.
    type Register;

    fn into_register(self) -> Self::Register;

    /// The result of a function that has panicked.
    fn of_failure() -> Self::Register;
}

impl Answer for Result<(), Status> {
    type Register = Status;

    fn into_register(self) -> Status {
        self.err().unwrap_or(S_OK)
    }

    fn of_failure() -> Status {
        E_FAIL
    }
}

/// Answers that represent themselves, with the one of a failure.
macro_rules! plain_answers {
    ($($type:ty: $failure:expr),*) => {
        $(impl Answer for $type {
            type Register = $type;

            fn into_register(self) -> $type {
                self
            }

            fn of_failure() -> $type {
                $failure
            }
        })*
    };
}
plain_answers!(u32: 0, usize: 0, i32: 0, *const c_void: std::ptr::null(), *mut c_void: std::ptr::null_mut(), (): ());

/// `BOOL`, which is one byte outside of Windows, and read as four by some callers.
impl Answer for bool {
    type Register = u32;

    fn into_register(self) -> u32 {
        self.into()
    }

    fn of_failure() -> u32 {
        0
    }
}

/// Runs a function of an interface. No panic leaves it.
pub(crate) fn answer<A: Answer>(run: impl FnOnce() -> A) -> A::Register {
    catch_unwind(AssertUnwindSafe(run)).map_or_else(|_| A::of_failure(), A::into_register)
}

/// Makes the table of an interface out of methods of a class, in the order of their slots.
macro_rules! interface {
    ($(#[$doc:meta])* $name:ident of $class:ty, facet $facet:literal: $($slot:ident($($argument:ident: $type:ty),*) -> $answer:ty;)*) => {
        $(#[$doc])*
        const $name: $crate::com::Table = {
            $(extern "C" fn $slot(
                this: $crate::com::This<$class, $facet>,
                $($argument: $type),*
            ) -> <$answer as $crate::com::Answer>::Register {
                $crate::com::answer::<$answer>(|| <$class>::$slot(this.held(), $($argument),*))
            })*
            // C++ keeps two words in front of a table: the offset to the whole object, and its type.
            const SLOTS: &[$crate::com::Slot] = &[
                std::ptr::null(),
                std::ptr::null(),
                $crate::com::query::<$class, $facet> as $crate::com::Slot,
                $crate::com::add_ref::<$class, $facet> as $crate::com::Slot,
                $crate::com::release::<$class, $facet> as $crate::com::Slot,
                #[cfg(feature = "abi-2022")]
                { $crate::com::destructor as $crate::com::Slot },
                #[cfg(feature = "abi-2022")]
                { $crate::com::destructor as $crate::com::Slot },
                $($slot as $crate::com::Slot),*
            ];
            $crate::com::Table(SLOTS.split_at(2).1.as_ptr())
        };
    };
}
pub(crate) use interface;
