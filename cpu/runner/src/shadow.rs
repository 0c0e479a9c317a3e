//! Shadow of the address space, for checked builds: the memory that a kernel may access.
//!
//! All code that lends memory to a kernel registers it here; generated code checks before each access. An invalid
//! access is redirected to a sink, and ends the dispatch with an error. The reason for a loan is not known here.
#![allow(unsafe_code, reason = "compiled code passes raw pointers")]

use abi::DispatchCtx;
use std::cell::RefCell;
use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;

/// The value of the abort flag after an invalid access.
pub(crate) const ABORT_STRAYED: u32 = 5;

/// Memory that is lent to a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lent {
    start: usize,
    bytes: usize,
    /// The `ACCESS_` bits.
    ways: u32,
}

impl Lent {
    /// Memory that is read-only.
    pub(crate) fn to_read<T>(memory: &[T]) -> Self {
        Lent::to_read_at(memory.as_ptr().cast(), size_of_val(memory))
    }

    /// Read-only memory, by address and size.
    pub(crate) fn to_read_at(start: *const u8, bytes: usize) -> Self {
        Lent { start: start.addr(), bytes, ways: abi::ACCESS_READ }
    }

    /// Memory that may be read and written.
    pub(crate) fn to_write(start: *const u8, bytes: usize) -> Self {
        Lent { start: start.addr(), bytes, ways: abi::ACCESS_READ | abi::ACCESS_WRITE }
    }

    fn allows(&self, wanted: &Lent) -> bool {
        let end = |lent: &Lent| lent.start.checked_add(lent.bytes);
        let is_inside = wanted.start >= self.start && end(wanted).is_some_and(|last| Some(last) <= end(self));
        is_inside && wanted.ways & !self.ways == 0
    }
}

/// An access to memory that was not lent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stray {
    pub(crate) bytes: u64,
    pub(crate) writes: bool,
}

/// Memory that a dispatch lends to all its threads.
#[derive(Debug, Default)]
pub(crate) struct Shadow {
    lent: Vec<Lent>,
    /// The first invalid access.
    strayed: OnceLock<Stray>,
}

thread_local! {
    /// Memory that this thread lends: its scratch memory, and stack memory of functions.
    static OWN: RefCell<Vec<Lent>> = const { RefCell::new(Vec::new()) };
    /// The texels whose addresses this thread has got.
    static TEXELS: RefCell<Vec<Lent>> = const { RefCell::new(Vec::new()) };
    /// The target of invalid accesses.
    static SINK: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

impl Shadow {
    pub(crate) fn new(lent: Vec<Lent>) -> Self {
        Shadow { lent, strayed: OnceLock::new() }
    }

    pub(crate) fn strayed(&self) -> Option<Stray> {
        self.strayed.get().copied()
    }

    fn allows(&self, wanted: &Lent) -> bool {
        let holds = |lent: &RefCell<Vec<Lent>>| lent.borrow().iter().rev().any(|lent| lent.allows(wanted));
        OWN.with(holds) || self.lent.iter().any(|lent| lent.allows(wanted)) || TEXELS.with(holds)
    }
}

/// Runs a kernel on a thread that lends it this memory of its own.
pub(crate) fn with_own(own: Lent, run: impl FnOnce()) {
    OWN.with_borrow_mut(|lent| lent.push(own));
    run();
    OWN.with_borrow_mut(Vec::clear);
    TEXELS.with_borrow_mut(Vec::clear);
}

/// Lends a texel whose address a kernel gets.
pub(crate) fn lend_texel(texel: Lent) {
    TEXELS.with_borrow_mut(|texels| {
        if !texels.contains(&texel) {
            texels.push(texel);
        }
    });
}

/// Returns whether the dispatch of this context is a checked one.
///
/// # Safety
/// The context is null or alive.
pub(crate) unsafe fn is_checked(ctx: *const DispatchCtx) -> bool {
    // SAFETY: as the caller says.
    unsafe { ctx.as_ref() }.is_some_and(|ctx| ctx.user != 0)
}

/// # Safety
/// The context is that of a dispatch of a checked build: `user` is the address of its shadow.
unsafe extern "C" fn check(ctx: *const DispatchCtx, address: *mut u8, bytes: u64, access: u32) -> *mut u8 {
    let wanted = Lent { start: address.addr(), bytes: usize::try_from(bytes).unwrap_or(usize::MAX), ways: access };
    // SAFETY: the context is alive, and so is its shadow.
    let (ctx, shadow) = unsafe { (&*ctx, &*std::ptr::with_exposed_provenance::<Shadow>((*ctx).user as usize)) };
    if Lent::to_read(std::slice::from_ref(ctx)).allows(&wanted) || shadow.allows(&wanted) {
        return address;
    }
    let _ = shadow.strayed.set(Stray { bytes, writes: access & abi::ACCESS_WRITE != 0 });
    // SAFETY: the flag lives as long as the dispatch.
    unsafe { &*ctx.abort }.store(ABORT_STRAYED, Relaxed);
    SINK.with_borrow_mut(|sink| {
        sink.resize(sink.len().max(wanted.bytes.div_ceil(8)), 0);
        sink.as_mut_ptr().cast()
    })
}

extern "C" fn lend(address: *mut u8, bytes: u64) {
    OWN.with_borrow_mut(|lent| lent.push(Lent::to_write(address, usize::try_from(bytes).unwrap_or(0))));
}

extern "C" fn take_back(count: u32) {
    OWN.with_borrow_mut(|lent| lent.truncate(lent.len().saturating_sub(count as usize)));
}

/// The functions that checked kernels call, with their addresses.
pub(crate) fn symbols() -> [(String, usize); 3] {
    let functions: (abi::CheckFn, abi::LendFn, abi::TakeBackFn) = (check, lend, take_back);
    [
        (abi::CHECK.to_owned(), functions.0 as *const () as usize),
        (abi::LEND.to_owned(), functions.1 as *const () as usize),
        (abi::TAKE_BACK.to_owned(), functions.2 as *const () as usize),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_lent_to_its_last_byte_and_in_its_way() {
        let memory = [0u32; 4];
        let lent = Lent::to_read(&memory);
        let wanted = |offset: usize, bytes: usize, ways: u32| Lent { start: lent.start + offset, bytes, ways };
        assert!(lent.allows(&wanted(0, 16, abi::ACCESS_READ)) && lent.allows(&wanted(12, 4, abi::ACCESS_READ)));
        assert!(!lent.allows(&wanted(13, 4, abi::ACCESS_READ)) && !lent.allows(&wanted(0, 4, abi::ACCESS_WRITE)));
        assert!(!lent.allows(&Lent { start: lent.start - 1, ..lent }));
        assert!(!lent.allows(&wanted(8, usize::MAX - 4, abi::ACCESS_READ)));
    }

    #[test]
    fn the_stack_is_taken_back_and_texels_stay_until_the_end() {
        let shadow = Shadow::default();
        let (mut own, mut slot, texel) = ([0u8; 8], [0u8; 8], [0u8; 4]);
        let slot = Lent::to_write(slot.as_mut_ptr(), 8);
        with_own(Lent::to_write(own.as_mut_ptr(), 8), || {
            lend(std::ptr::without_provenance_mut(slot.start), 8);
            lend_texel(Lent::to_read(&texel));
            assert!(shadow.allows(&slot) && shadow.allows(&Lent::to_read(&texel)));
            take_back(1);
            assert!(!shadow.allows(&slot) && shadow.allows(&Lent::to_read(&texel)));
        });
        assert!(!shadow.allows(&Lent::to_read(&texel)));
    }
}
