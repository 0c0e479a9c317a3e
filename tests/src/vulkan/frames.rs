//! RenderDoc's interface in the application: dispatches between two calls become a capture.

use crate::device::Result;
use libloading::{Library, Symbol};
use std::ffi::{CString, c_char, c_int, c_void};
use std::path::Path;
use std::ptr;

/// The library, which RenderDoc's layer is in as well.
const LIBRARY: &str = "librenderdoc.so";
/// Version 1.4.0 of the interface.
const VERSION: c_int = 10_400;
/// The places of functions in the interface's table.
const SET_TEMPLATE: usize = 11;
const START: usize = 19;
const END: usize = 21;

type GetApi = unsafe extern "C" fn(c_int, *mut *mut *const c_void) -> c_int;
type SetTemplate = unsafe extern "C" fn(*const c_char);
type Start = unsafe extern "C" fn(*mut c_void, *mut c_void);
type End = unsafe extern "C" fn(*mut c_void, *mut c_void) -> u32;

/// Captures of this process.
pub struct Frames {
    table: *mut *const c_void,
    _library: Library,
}

impl Frames {
    /// The interface of the layer that is loaded, with the start of the names of captures.
    ///
    /// # Errors
    /// When the layer is missing.
    pub fn new(template: &Path) -> Result<Self> {
        let missing = |_| "RenderDoc's layer is not loaded".to_owned();
        let mut table = ptr::null_mut();
        // SAFETY: the layer has loaded the library already, and the function is declared as RenderDoc's header has it.
        let library = unsafe {
            let library = Library::new(LIBRARY).map_err(missing)?;
            let get: Symbol<'_, GetApi> = library.get(b"RENDERDOC_GetAPI\0").map_err(missing)?;
            if get(VERSION, &raw mut table) != 1 {
                return Err("RenderDoc is too old".to_owned());
            }
            library
        };
        let template = CString::new(template.display().to_string()).map_err(|error| error.to_string())?;
        let frames = Frames { table, _library: library };
        // SAFETY: the table has this function at this place in each version from 1.0 on.
        unsafe { std::mem::transmute::<*const c_void, SetTemplate>(frames.function(SET_TEMPLATE))(template.as_ptr()) };
        Ok(frames)
    }

    fn function(&self, at: usize) -> *const c_void {
        // SAFETY: the table has more than twenty functions, and lives as long as the library.
        unsafe { *self.table.add(at) }
    }

    /// Captures what an action does with Vulkan.
    ///
    /// # Errors
    /// When the action fails, or nothing was captured.
    pub fn capture(&self, action: impl FnOnce() -> Result<()>) -> Result<()> {
        // SAFETY: the function takes two handles, of which none means the only device.
        unsafe {
            std::mem::transmute::<*const c_void, Start>(self.function(START))(ptr::null_mut(), ptr::null_mut());
        }
        action()?;
        // SAFETY: as above.
        let done =
            unsafe { std::mem::transmute::<*const c_void, End>(self.function(END))(ptr::null_mut(), ptr::null_mut()) };
        if done == 1 { Ok(()) } else { Err("RenderDoc has captured nothing".to_owned()) }
    }
}
