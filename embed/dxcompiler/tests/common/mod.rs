//! Parts that all test clients of the library share: calls by the numbers of functions, and objects of their own.

#![allow(unsafe_code, dead_code, unreachable_pub, missing_docs, reason = "each test uses a part of it")]

use dxcompiler::interfaces::*;
use dxcompiler::status::*;
use dxcompiler::{Guid, Status, classes};
use std::ffi::{CStr, c_char, c_void};
use std::ptr::{null, null_mut};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

unsafe extern "C" {
    pub fn DxcCreateInstance(class: *const Guid, interface: *const Guid, out: *mut *mut c_void) -> Status;
    pub fn DxcCreateInstance2(
        allocator: *mut c_void,
        class: *const Guid,
        interface: *const Guid,
        out: *mut *mut c_void,
    ) -> Status;
}

/// The number of the first function behind those of `IUnknown`.
pub const OWN: usize = if cfg!(feature = "abi-2022") { 5 } else { 3 };

/// Calls the function of a slot with arguments of these types.
macro_rules! call {
    ($object:expr, $slot:expr $(, $argument:expr => $type:ty)* ; $answer:ty) => {{
        let object: *mut c_void = $object;
        // SAFETY: the object is alive, and the test names the slot's own type.
        unsafe {
            type Function = extern "C" fn(*mut c_void $(, $type)*) -> $answer;
            let function: Function = (*object.cast::<*const Function>()).add($slot).read();
            function(object $(, $argument)*)
        }
    }};
}

/// A reference that is given back at the end.
pub struct Held(pub *mut c_void);

// SAFETY: the library's objects may be used by any thread.
unsafe impl Send for Held {}
// SAFETY: as above.
unsafe impl Sync for Held {}

impl Drop for Held {
    fn drop(&mut self) {
        if !self.0.is_null() {
            call!(self.0, 2; usize);
        }
    }
}

impl Held {
    pub fn query(&self, interface: &Guid) -> Result<Held, Status> {
        let mut out = std::ptr::dangling_mut();
        let status = call!(self.0, 0, interface => *const Guid, &raw mut out => *mut *mut c_void; Status);
        if status == S_OK { Ok(Held(out)) } else { Err(status).inspect_err(|_| assert!(out.is_null())) }
    }

    /// Calls a function whose only argument is the out parameter for an object.
    pub fn get(&self, slot: usize) -> Result<Held, Status> {
        let mut out = null_mut();
        let status = call!(self.0, OWN + slot, &raw mut out => *mut *mut c_void; Status);
        if status == S_OK { Ok(Held(out)) } else { Err(status) }
    }
}

pub fn create(class: &Guid, interface: &Guid) -> Result<Held, Status> {
    let mut out = std::ptr::dangling_mut();
    // SAFETY: all pointers are good.
    let status = unsafe { DxcCreateInstance(class, interface, &raw mut out) };
    if status == S_OK { Ok(Held(out)) } else { Err(status).inspect_err(|_| assert!(out.is_null())) }
}

pub fn compiler() -> Held {
    create(&classes::COMPILER, &IDXC_COMPILER3).expect("a compiler")
}

pub fn utils() -> Held {
    create(&classes::UTILS, &IDXC_UTILS).expect("utilities")
}

pub fn wide(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).chain([0]).collect()
}

pub fn bytes_of(blob: &Held) -> Vec<u8> {
    let address = call!(blob.0, OWN; *const u8);
    let size = call!(blob.0, OWN + 1; usize);
    // SAFETY: a blob has the given number of bytes at its address.
    if size == 0 { Vec::new() } else { unsafe { std::slice::from_raw_parts(address, size) }.to_vec() }
}

pub fn text_of(blob: &Held) -> String {
    let blob = blob.query(&IDXC_BLOB_UTF8).expect("a text of UTF-8");
    let address = call!(blob.0, OWN + 3; *const c_char);
    // SAFETY: the text ends with a zero.
    let text = unsafe { CStr::from_ptr(address) }.to_str().expect("UTF-8").to_owned();
    assert_eq!(call!(blob.0, OWN + 4; usize), text.len());
    text
}

#[repr(C)]
pub struct Buffer(pub *const u8, pub usize, pub u32);

/// Compiles through the newest interface.
pub fn compile(compiler: &Held, source: &str, arguments: &[&str], includes: *mut c_void) -> Result<Held, Status> {
    let texts: Vec<Vec<u32>> = arguments.iter().map(|argument| wide(argument)).collect();
    let list: Vec<*const u32> = texts.iter().map(|text| text.as_ptr()).collect();
    let buffer = Buffer(source.as_ptr(), source.len(), 65001);
    let mut out = null_mut();
    let status = call!(compiler.0, OWN, &raw const buffer => *const Buffer, list.as_ptr() => *const *const u32,
        list.len() as u32 => u32, includes => *mut c_void, &IDXC_RESULT => *const Guid,
        &raw mut out => *mut *mut c_void; Status);
    if status == S_OK { Ok(Held(out)) } else { Err(status) }
}

pub fn status_of(result: &Held) -> Status {
    let mut status = S_FALSE;
    assert_eq!(call!(result.0, OWN, &raw mut status => *mut Status; Status), S_OK);
    status
}

pub fn output(result: &Held, kind: u32, interface: &Guid) -> Result<(Held, Option<String>), Status> {
    let (mut out, mut name) = (null_mut(), null_mut());
    let status = call!(result.0, OWN + 4, kind => u32, interface => *const Guid, &raw mut out => *mut *mut c_void,
        &raw mut name => *mut *mut c_void; Status);
    let name = (!name.is_null()).then(|| {
        let name = Held(name);
        let units = bytes_of(&name);
        units.chunks_exact(4).map(|unit| unit[0] as char).filter(|unit| *unit != '\0').collect()
    });
    if status == S_OK { Ok((Held(out), name)) } else { Err(status) }
}

pub fn errors(result: &Held) -> String {
    text_of(&output(result, 2, &IDXC_BLOB_UTF8).expect("errors are always there").0)
}

/// Paths with their contents.
pub type Files = &'static [(&'static str, &'static [u8])];

/// An object of the client's with a count of references: an allocator, or an include handler with files.
#[repr(C)]
pub struct Own {
    pub table: *const *const (),
    pub count: AtomicUsize,
    pub files: Files,
    pub asked: Mutex<Vec<String>>,
    pub utils: Held,
}

extern "C" fn own_query(_this: *mut c_void, _interface: *const Guid, _out: *mut *mut c_void) -> Status {
    // As in one of the engines: no one should ask.
    E_FAIL
}

extern "C" fn own_add_ref(this: *mut c_void) -> usize {
    // SAFETY: the library calls its clients' objects with their own address.
    unsafe { &*this.cast::<Own>() }.count.fetch_add(1, Ordering::SeqCst) + 1
}

extern "C" fn own_release(this: *mut c_void) -> usize {
    // SAFETY: as above.
    unsafe { &*this.cast::<Own>() }.count.fetch_sub(1, Ordering::SeqCst) - 1
}

extern "C" fn own_load(this: *mut c_void, name: *const u32, out: *mut *mut c_void) -> Status {
    // SAFETY: as above; the name ends with a zero.
    let (own, name) = unsafe {
        let length = (0..).take_while(|at| *name.add(*at) != 0).count();
        (&*this.cast::<Own>(), std::slice::from_raw_parts(name, length))
    };
    let name: String = name.iter().filter_map(|unit| char::from_u32(*unit)).collect();
    let file = own.files.iter().find(|(path, _)| *path == name);
    own.asked.lock().expect("no other test has failed here").push(name);
    let Some((_, bytes)) = file else { return Status(0x8007_0002_u32 as i32) };
    call!(own.utils.0, OWN + 3, bytes.as_ptr() => *const u8, bytes.len() as u32 => u32, 0 => u32,
        out => *mut *mut c_void; Status)
}

pub const OWN_SLOTS: [*const (); OWN + 1] = {
    let mut slots = [null(); OWN + 1];
    slots[0] = own_query as *const ();
    slots[1] = own_add_ref as *const ();
    slots[2] = own_release as *const ();
    slots[OWN] = own_load as *const ();
    slots
};

pub fn own(files: Files) -> Box<Own> {
    let table = Box::leak(Box::new(OWN_SLOTS)).as_ptr();
    Box::new(Own { table, count: AtomicUsize::new(1), files, asked: Mutex::default(), utils: utils() })
}

#[allow(unused_imports, reason = "each test uses a part of it")]
pub(crate) use call;
