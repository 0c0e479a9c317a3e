//! The allocator of the command and of the library for engines, on Linux. Compilation makes a small block for every token
//! and more, and frees most of them soon; an allocator for all purposes takes a tenth of the time of a shader, and a fifth
//! of its instructions where it is small.
//!
//! Blocks of up to [`LARGEST`] bytes come in classes of sizes. Each thread has a list of free blocks for each class, without
//! locks, and a piece of a region that new blocks are cut from. What a thread has too many of, and all that it has when it
//! ends, is passed on to the others. Larger blocks, and those with an alignment of their own, are the system's.
//!
//! The first access to a page takes long, as the system clears it. So all threads share one region, a vector that grows at the
//! end of it stays where it is, and large blocks that are free become pieces before new ones are cut. A vector that grew in
//! place leaves a block of its last size, never one of its first: so large blocks are cut from larger free ones, where they
//! grow in place again, before the region is.
//!
//! Regions are never given back, and a library that uses this must stay in its process once it is loaded. This knows
//! nothing of what is compiled.

#![cfg(target_os = "linux")]
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// The largest block of a class, in bytes.
const LARGEST: usize = 4 << 20;
/// The alignment of all blocks, and the distance of the sizes of small ones.
const ALIGN: usize = 16;
/// Classes of sizes up to 256 bytes, in steps of [`ALIGN`]; above, there are four for each power of two.
const SMALL: usize = 16;
const CLASSES: usize = 72;
/// The size of the piece of a region that a thread cuts blocks from, and of the smallest block that it cuts from the region
/// itself.
const PIECE: usize = 512 << 10;
const LARGE: usize = 64 << 10;
/// The size of a region, and its alignment, which is the size of a huge page.
const REGION: usize = 16 << 20;
const HUGE_PAGE: usize = 2 << 20;
/// The number of bytes of free blocks of a class that a thread keeps to itself.
const KEPT: usize = 1 << 20;

/// The allocator: see the description of the module.
pub struct Allocator;

/// A free block.
struct Block {
    next: *mut Block,
    /// The next list of its class, in the first block of a list that has been passed on.
    list: *mut Block,
}

/// The unused part of a piece whose thread has ended.
struct Rest {
    next: *mut Rest,
    size: usize,
}

/// Memory that blocks are cut from, one behind the other.
struct Bump {
    at: *mut u8,
    left: usize,
}

/// Blocks and the piece of one thread.
struct Local {
    free: [*mut Block; CLASSES],
    /// The number of blocks that have been freed, less those that have been taken since.
    counts: [usize; CLASSES],
    piece: Bump,
    /// True if the thread hands all of this on when it ends.
    ends: bool,
}

/// Lists of free blocks that threads have passed on, and the region.
struct Shared {
    lists: [*mut Block; CLASSES],
    rests: *mut Rest,
    region: Bump,
    /// A free block that large blocks are cut from before the region is.
    reused: Bump,
}

// SAFETY: the pointers lead to memory that no thread uses until it has taken it out of the lists, and the lock is held then.
unsafe impl Send for Shared {}

thread_local! {
    // Without a destructor it can be used until the very end of the thread, and needs no check.
    static LOCAL: UnsafeCell<Local> = const { UnsafeCell::new(Local::EMPTY) };
}

static SHARED: Mutex<Shared> = Mutex::new(Shared::EMPTY);
/// The classes of which [`SHARED`] has lists.
static HANDED_ON: [AtomicBool; CLASSES] = [const { AtomicBool::new(false) }; CLASSES];
/// The number of regions that the system has given.
static REGIONS: AtomicU64 = AtomicU64::new(0);

fn shared() -> MutexGuard<'static, Shared> {
    SHARED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The class of the blocks for a layout, unless they are the system's.
#[inline]
fn class_of(layout: Layout) -> Option<usize> {
    let (size, align) = (layout.size(), layout.align());
    if size > LARGEST || align > ALIGN {
        return None;
    }
    let last = size.max(1) - 1;
    if last < SMALL * ALIGN {
        return Some(last / ALIGN);
    }
    let log = last.ilog2() as usize;
    Some(SMALL + (log - 8) * 4 + ((last >> (log - 2)) & 3))
}

/// The size of the blocks of a class, in bytes.
const fn size_of_class(class: usize) -> usize {
    if class < SMALL {
        return (class + 1) * ALIGN;
    }
    let (power, quarter) = ((class - SMALL) / 4, (class - SMALL) % 4);
    (5 + quarter) << (power + 6)
}

/// Makes a large block larger where it is, if nothing is in the way.
fn grows_in_place(block: *mut u8, size: usize, wanted: usize) -> bool {
    size >= LARGE && shared().extend(block, size, wanted)
}

/// The number of free blocks of each class that a thread keeps. Large ones may serve others as pieces.
static KEPT_OF: [usize; CLASSES] = {
    let (mut kept, mut class) = ([0; CLASSES], 0);
    while class < CLASSES {
        let size = size_of_class(class);
        kept[class] = if size < LARGE { KEPT / size } else { 0 };
        class += 1;
    }
    kept
};

impl Bump {
    const EMPTY: Bump = Bump { at: null_mut(), left: 0 };

    /// Cuts a block off; null if so much is not left.
    fn cut(&mut self, size: usize) -> *mut u8 {
        if self.left < size {
            return null_mut();
        }
        let block = self.at;
        // SAFETY: the given number of bytes are left from here on.
        self.at = unsafe { block.add(size) };
        self.left -= size;
        block
    }
}

impl Local {
    const EMPTY: Local = Local { free: [null_mut(); CLASSES], counts: [0; CLASSES], piece: Bump::EMPTY, ends: false };

    #[inline]
    fn take(&mut self, class: usize) -> *mut u8 {
        let block = self.free[class];
        if block.is_null() {
            return self.take_new(class);
        }
        // SAFETY: blocks in the list are free, as large as a `Block` at least, and hold one.
        self.free[class] = unsafe { (*block).next };
        self.counts[class] = self.counts[class].saturating_sub(1);
        block.cast()
    }

    #[inline]
    fn give(&mut self, class: usize, block: *mut u8) {
        let block = block.cast::<Block>();
        // SAFETY: the block is of this class, so that a `Block` has room and alignment, and its owner has given it up. Nothing
        // reads `list` before the block is the first one of a list that is passed on.
        unsafe { (&raw mut (*block).next).write(self.free[class]) };
        self.free[class] = block;
        self.counts[class] += 1;
        if self.counts[class] > KEPT_OF[class] {
            self.hand_on(class, &mut shared());
        }
    }

    #[inline(never)]
    fn take_new(&mut self, class: usize) -> *mut u8 {
        if HANDED_ON[class].load(Ordering::Relaxed)
            && let Some(list) = shared().take(class)
        {
            self.free[class] = list;
            return self.take(class);
        }
        let size = size_of_class(class);
        if size >= LARGE {
            return shared().cut_large(class);
        }
        if self.piece.left < size {
            self.enter_piece();
        }
        self.piece.cut(size)
    }

    /// Goes on in a piece with room for any small block, if there is memory.
    #[cold]
    fn enter_piece(&mut self) {
        if !self.ends {
            self.ends = hand_on_at_end();
        }
        let mut shared = shared();
        let known = shared.take_rest().or_else(|| shared.take_large());
        let (at, size) = known.unwrap_or_else(|| (shared.cut(PIECE), PIECE));
        self.piece = Bump { at, left: if at.is_null() { 0 } else { size } };
    }

    /// Hands the free blocks of a class on.
    fn hand_on(&mut self, class: usize, shared: &mut Shared) {
        let first = std::mem::replace(&mut self.free[class], null_mut());
        self.counts[class] = 0;
        if first.is_null() {
            return;
        }
        shared.add(class, first);
    }

    /// Hands everything on.
    fn end(&mut self) {
        let mut shared = shared();
        for class in 0..CLASSES {
            self.hand_on(class, &mut shared);
        }
        shared.add_rest(std::mem::replace(&mut self.piece, Bump::EMPTY));
        *self = Local::EMPTY;
    }
}

impl Shared {
    const EMPTY: Shared =
        Shared { lists: [null_mut(); CLASSES], rests: null_mut(), region: Bump::EMPTY, reused: Bump::EMPTY };

    /// A list of free blocks of a class.
    fn take(&mut self, class: usize) -> Option<*mut Block> {
        let first = self.lists[class];
        if first.is_null() {
            return None;
        }
        // SAFETY: lists that have been passed on begin with a free block.
        self.lists[class] = unsafe { (*first).list };
        if self.lists[class].is_null() {
            HANDED_ON[class].store(false, Ordering::Relaxed);
        }
        Some(first)
    }

    /// Cuts the given number of bytes off the region, at most [`LARGEST`]. Null if there is no memory.
    fn cut(&mut self, size: usize) -> *mut u8 {
        if self.region.left < size {
            self.enter_region();
        }
        self.region.cut(size)
    }

    /// A large block of a class without free blocks: from a larger free one if there is any. Null if there is no memory.
    fn cut_large(&mut self, class: usize) -> *mut u8 {
        let size = size_of_class(class);
        if self.reused.left < size {
            let Some((first, left)) = (class + 1..CLASSES).find_map(|larger| self.take_one(larger)) else {
                return self.cut(size);
            };
            let rest = std::mem::replace(&mut self.reused, Bump { at: first, left });
            self.add_rest(rest);
        }
        self.reused.cut(size)
    }

    /// Makes a block larger where it is. Returns false if it was not the last one that was cut.
    fn extend(&mut self, block: *mut u8, size: usize, wanted: usize) -> bool {
        let end = block.wrapping_add(size);
        let Some(more) = wanted.checked_sub(size) else { return false };
        [&mut self.reused, &mut self.region].into_iter().any(|bump| bump.at == end && !bump.cut(more).is_null())
    }

    /// Goes on in a new region, if there is memory.
    #[cold]
    fn enter_region(&mut self) {
        let Ok(layout) = Layout::from_size_align(REGION, HUGE_PAGE) else { return };
        // SAFETY: the layout has a size.
        let region = unsafe { System.alloc(layout) };
        if region.is_null() {
            return;
        }
        #[cfg(not(miri))]
        // SAFETY: advice for memory of our own, which changes nothing in it. A system without huge pages refuses.
        unsafe {
            libc::madvise(region.cast(), REGION, libc::MADV_HUGEPAGE);
        }
        REGIONS.fetch_add(1, Ordering::Relaxed);
        self.region = Bump { at: region, left: REGION };
    }

    /// A free block that is a piece from now on, the largest first.
    fn take_large(&mut self) -> Option<(*mut u8, usize)> {
        let mut large = (0..CLASSES).rev().take_while(|&class| size_of_class(class) >= LARGE);
        large.find_map(|class| self.take_one(class))
    }

    /// A free block of a class, with its size.
    fn take_one(&mut self, class: usize) -> Option<(*mut u8, usize)> {
        let first = self.take(class)?;
        // SAFETY: the list begins with a free block.
        let others = unsafe { (*first).next };
        if !others.is_null() {
            self.add(class, others);
        }
        Some((first.cast(), size_of_class(class)))
    }

    /// Adds a list of free blocks, which is not empty.
    fn add(&mut self, class: usize, first: *mut Block) {
        // SAFETY: the caller hands free blocks of the class on.
        unsafe { (*first).list = self.lists[class] };
        self.lists[class] = first;
        HANDED_ON[class].store(true, Ordering::Relaxed);
    }

    /// Passes on what is left of a piece or a block, if that has room for any small block.
    fn add_rest(&mut self, left: Bump) {
        if left.left >= LARGE {
            let rest = left.at.cast::<Rest>();
            // SAFETY: that much is left from here on, at a multiple of the alignment of blocks.
            unsafe { rest.write(Rest { next: self.rests, size: left.left }) };
            self.rests = rest;
        }
    }

    /// The start and the size of what is left of a piece.
    fn take_rest(&mut self) -> Option<(*mut u8, usize)> {
        let rest = self.rests;
        if rest.is_null() {
            return None;
        }
        // SAFETY: what has been left of a piece begins with a `Rest`.
        let size = unsafe {
            self.rests = (*rest).next;
            (*rest).size
        };
        Some((rest.cast(), size))
    }
}

/// Asks the system to call [`at_end`] when this thread ends. Returns false if it does not.
fn hand_on_at_end() -> bool {
    static KEY: OnceLock<Option<libc::pthread_key_t>> = OnceLock::new();
    let key = *KEY.get_or_init(|| {
        let mut key = 0;
        // SAFETY: the key is written where the reference leads.
        let status = unsafe { libc::pthread_key_create(&raw mut key, Some(at_end)) };
        (status == 0).then_some(key)
    });
    // The destructor is called for values that are not null. The value itself says nothing.
    let value = std::ptr::without_provenance::<c_void>(1);
    // SAFETY: the key has been created.
    key.is_some_and(|key| unsafe { libc::pthread_setspecific(key, value) } == 0)
}

/// The destructor of a thread.
extern "C" fn at_end(_: *mut c_void) {
    with_local(Local::end);
}

#[inline]
fn with_local<T>(work: impl FnOnce(&mut Local) -> T) -> T {
    // SAFETY: only this function leads to it, and nothing that it is called with allocates or calls it again.
    LOCAL.with(|local| work(unsafe { &mut *local.get() }))
}

// SAFETY: blocks of a class are at least as large as the layout and aligned to `ALIGN`, belong to one owner at a time, and
// stay mapped; all others are the system's, for both ways alike, as the class follows from the layout alone.
unsafe impl GlobalAlloc for Allocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match class_of(layout) {
            Some(class) => with_local(|local| local.take(class)),
            // SAFETY: the caller's promise.
            None => unsafe { System.alloc(layout) },
        }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        match class_of(layout) {
            Some(class) => with_local(|local| local.give(class, block)),
            // SAFETY: the caller's promise, and the system has given the block.
            None => unsafe { System.dealloc(block, layout) },
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if class_of(layout).is_none() {
            // SAFETY: the caller's promise.
            return unsafe { System.alloc_zeroed(layout) };
        }
        // SAFETY: the caller's promise.
        let block = unsafe { self.alloc(layout) };
        if !block.is_null() {
            // SAFETY: the block is as large.
            unsafe { block.write_bytes(0, layout.size()) };
        }
        block
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller promises that the size is not too large for the alignment.
        let wanted = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        match (class_of(layout), class_of(wanted)) {
            // SAFETY: the caller's promise, and the system has given the block.
            (None, None) => return unsafe { System.realloc(block, layout, size) },
            (own, new) if own == new => return block,
            (Some(own), Some(new)) if grows_in_place(block, size_of_class(own), size_of_class(new)) => return block,
            _ => {}
        }
        // SAFETY: the caller's promise.
        let new = unsafe { self.alloc(wanted) };
        if !new.is_null() {
            // SAFETY: both blocks are as large, and the new one is no one else's. The old one has come from here.
            unsafe {
                new.copy_from_nonoverlapping(block, layout.size().min(size));
                self.dealloc(block, layout);
            }
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::thread;

    /// A block with its layout, filled with one byte.
    struct Filled {
        block: *mut u8,
        layout: Layout,
        byte: u8,
    }

    // SAFETY: the block belongs to this value alone.
    unsafe impl Send for Filled {}

    impl Filled {
        fn new(size: usize, byte: u8) -> Filled {
            let layout = Layout::from_size_align(size, 8).expect("the size is small");
            // SAFETY: the size is not zero, and the block has it.
            let block = unsafe { Allocator.alloc(layout) };
            assert!(!block.is_null() && block.addr().is_multiple_of(ALIGN));
            // SAFETY: as above.
            unsafe { block.write_bytes(byte, size) };
            Filled { block, layout, byte }
        }

        fn resize(&mut self, size: usize) {
            self.check();
            // SAFETY: the block has this layout, and both sizes are small and not zero.
            self.block = unsafe { Allocator.realloc(self.block, self.layout, size) };
            let kept = self.layout.size().min(size);
            self.layout = Layout::from_size_align(size, 8).expect("the size is small");
            // SAFETY: so much of it has been filled.
            assert!(is_all(unsafe { std::slice::from_raw_parts(self.block, kept) }, self.byte));
            // SAFETY: the block has this size.
            unsafe { self.block.write_bytes(self.byte, size) };
        }

        fn check(&self) {
            // SAFETY: the block has this size, and has been filled.
            let bytes = unsafe { std::slice::from_raw_parts(self.block, self.layout.size()) };
            assert!(is_all(bytes, self.byte), "a block was overwritten");
        }
    }

    impl Drop for Filled {
        fn drop(&mut self) {
            self.check();
            // SAFETY: the block has this layout, and this value ends.
            unsafe { Allocator.dealloc(self.block, self.layout) };
        }
    }

    fn is_all(bytes: &[u8], byte: u8) -> bool {
        bytes[0] == byte && bytes[1..] == bytes[..bytes.len() - 1]
    }

    fn next(state: &mut u64) -> usize {
        *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*state >> 33) as usize
    }

    const ROUNDS: usize = if cfg!(miri) { 300 } else { 20_000 };

    #[test]
    fn classes_fit() {
        for size in 1..=LARGEST {
            let layout = Layout::from_size_align(size, 8).expect("the size is small");
            let class = class_of(layout).expect("it has a class");
            let room = size_of_class(class);
            assert!(room >= size && room.is_multiple_of(ALIGN), "{size}: {room}");
            assert!(class == 0 || size_of_class(class - 1) < size, "{size} fits a smaller block");
        }
        assert_eq!(size_of_class(CLASSES - 1), LARGEST);
        let others = [(LARGEST + 1, 8), (64, 32)];
        assert!(others.iter().all(|(size, align)| {
            class_of(Layout::from_size_align(*size, *align).expect("both are small")).is_none()
        }));
    }

    #[test]
    fn blocks_keep_their_bytes() {
        let threads: Vec<_> = (1..4)
            .map(|seed: u64| {
                thread::spawn(move || {
                    let (mut state, mut blocks) = (seed, Vec::new());
                    for round in 0..ROUNDS {
                        let most = [100, 1000, 2 * LARGEST][next(&mut state) % 3];
                        let size = 1 + next(&mut state) % most;
                        match next(&mut state) % 4 {
                            0 | 1 => blocks.push(Filled::new(size, round as u8)),
                            2 if !blocks.is_empty() => {
                                let at = next(&mut state) % blocks.len();
                                blocks[at].resize(size);
                            }
                            _ => drop(blocks.pop()),
                        }
                        if blocks.len() > 100 {
                            blocks.drain(..50);
                        }
                    }
                })
            })
            .collect();
        for thread in threads {
            thread.join().expect("no block was overwritten");
        }
    }

    #[test]
    fn zeroed_blocks_are_zero() {
        let layout = Layout::from_size_align(1000, 8).expect("the size is small");
        drop(Filled::new(1000, 7));
        // SAFETY: the size is not zero; the block has it, and is given back once.
        unsafe {
            let block = Allocator.alloc_zeroed(layout);
            assert!(is_all(std::slice::from_raw_parts(block, 1000), 0));
            Allocator.dealloc(block, layout);
        }
    }

    #[test]
    fn large_blocks_grow_where_they_are() {
        let mut shared = Shared::EMPTY;
        let first = shared.cut(LARGE);
        assert!(shared.extend(first, LARGE, 2 * LARGE), "it is the last block");
        let second = shared.cut(LARGE);
        assert_eq!(second.addr() - first.addr(), 2 * LARGE);
        assert!(!shared.extend(first, 2 * LARGE, 3 * LARGE), "another block is behind it");
        assert!(!shared.extend(second, LARGE, 2 * REGION), "the region ends before");
        assert!(!shared.extend(second, 2 * LARGE, LARGE), "a block never shrinks in place");
    }

    /// Otherwise each round would cut a block anew: what it frees is of another class than what it takes first.
    #[test]
    fn a_vector_grows_in_place_in_the_block_of_the_one_before() {
        let mut shared = Shared::EMPTY;
        let class_for = |size| class_of(Layout::from_size_align(size, 8).expect("the size is small")).expect("a class");
        let (small, large, larger) = (class_for(LARGE), class_for(1 << 20), class_for(2 << 20));
        let free = |shared: &mut Shared, class: usize, block: *mut u8| {
            // SAFETY: the block is one of this class, and free.
            unsafe { block.cast::<Block>().write(Block { next: null_mut(), list: null_mut() }) };
            shared.add(class, block.cast());
        };
        let mut grow = |to: usize| {
            let block = shared.cut_large(small);
            assert!(shared.extend(block, LARGE, size_of_class(to)), "nothing is behind it");
            free(&mut shared, to, block);
            block.addr()
        };
        let first = grow(large);
        assert_eq!([grow(large), grow(large)], [first; 2]);
        // What does not fit grows in the region, and what is shorter leaves the rest to others.
        assert_eq!(grow(small + 4), first);
        let second = grow(small + 4);
        assert!(second > first && second < first + (1 << 20));
        let third = shared.cut_large(larger);
        assert!(third.addr() >= first + (1 << 20));
        free(&mut shared, larger, third);
        assert_eq!(shared.cut_large(larger - 1).addr(), third.addr());
    }

    /// Blocks that one thread makes and another frees, and blocks of threads that end, serve again.
    #[test]
    fn blocks_are_handed_on() {
        let before = REGIONS.load(Ordering::Relaxed);
        let (send, receive) = mpsc::sync_channel::<Filled>(4);
        let consumer = thread::spawn(move || receive.into_iter().for_each(drop));
        for round in 0..ROUNDS / 10 {
            send.send(Filled::new(100_000, round as u8)).expect("the other thread lives");
        }
        drop(send);
        consumer.join().expect("no block was overwritten");
        for _ in 0..ROUNDS / 100 {
            let one = thread::spawn(|| (0..100).map(|byte| Filled::new(1000, byte)).collect::<Vec<_>>().len());
            assert_eq!(one.join().expect("no block was overwritten"), 100);
        }
        // The blocks in the channel alone would have filled 13; the other tests take some, too.
        assert!(REGIONS.load(Ordering::Relaxed) - before < 10);
    }
}
