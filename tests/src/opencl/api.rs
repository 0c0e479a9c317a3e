//! The functions of OpenCL that are called, found in the system's loader at run time.

use crate::device::Result;
use libloading::Library;
use std::ffi::{c_char, c_void};

/// An object of OpenCL.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub(super) struct Handle(*mut c_void);

impl Handle {
    pub(super) const NULL: Handle = Handle(std::ptr::null_mut());
}

// SAFETY: objects of OpenCL may be used by any thread, and arguments of kernels are set by one at a time.
unsafe impl Send for Handle {}
// SAFETY: as above.
unsafe impl Sync for Handle {}

/// The callback of a context: none here.
type Notify = Option<unsafe extern "system" fn(*const c_char, *const c_void, usize, *mut c_void)>;
/// The callback of a build: none here.
type Built = Option<unsafe extern "system" fn(Handle, *mut c_void)>;
/// A function that releases an object.
pub(super) type Release = unsafe extern "system" fn(Handle) -> i32;

/// A number of texels or items along three axes.
pub(super) type Extent = [usize; 3];

/// The format of an image.
#[repr(C)]
pub(super) struct ImageFormat {
    pub(super) order: u32,
    pub(super) kind: u32,
}

/// The shape of an image.
#[repr(C)]
pub(super) struct ImageDesc {
    pub(super) kind: u32,
    pub(super) size: Extent,
    pub(super) layers: usize,
    pub(super) row_pitch: usize,
    pub(super) slice_pitch: usize,
    pub(super) levels: u32,
    pub(super) samples: u32,
    pub(super) buffer: Handle,
}

macro_rules! api {
    (
        always { $($name:ident $symbol:literal ($($ty:ty),*) -> $result:ty;)* }
        since_2 { $($optional:ident $known:literal ($($part:ty),*) -> $given:ty;)* }
    ) => {
        /// The functions, and their library.
        pub(super) struct Api {
            _library: Library,
            $(pub(super) $name: unsafe extern "system" fn($($ty),*) -> $result,)*
            $(pub(super) $optional: Option<unsafe extern "system" fn($($part),*) -> $given>,)*
        }

        impl Api {
            fn look_up(library: Library) -> std::result::Result<Self, libloading::Error> {
                // SAFETY: the types are those of the headers of OpenCL; the library stays as long as the functions.
                unsafe {
                    Ok(Api {
                        $($name: *library.get($symbol)?,)*
                        $($optional: library.get($known).ok().map(|function| *function),)*
                        _library: library,
                    })
                }
            }
        }
    };
}

api! {
    always {
        get_platform_ids b"clGetPlatformIDs" (u32, *mut Handle, *mut u32) -> i32;
        get_platform_info b"clGetPlatformInfo" (Handle, u32, usize, *mut c_void, *mut usize) -> i32;
        get_device_ids b"clGetDeviceIDs" (Handle, u64, u32, *mut Handle, *mut u32) -> i32;
        get_device_info b"clGetDeviceInfo" (Handle, u32, usize, *mut c_void, *mut usize) -> i32;
        create_context b"clCreateContext" (*const isize, u32, *const Handle, Notify, *mut c_void, *mut i32) -> Handle;
        release_context b"clReleaseContext" (Handle) -> i32;
        create_command_queue b"clCreateCommandQueue" (Handle, Handle, u64, *mut i32) -> Handle;
        release_command_queue b"clReleaseCommandQueue" (Handle) -> i32;
        create_program_with_binary b"clCreateProgramWithBinary" (Handle, u32, *const Handle, *const usize, *const *const u8, *mut i32, *mut i32) -> Handle;
        build_program b"clBuildProgram" (Handle, u32, *const Handle, *const c_char, Built, *mut c_void) -> i32;
        get_program_build_info b"clGetProgramBuildInfo" (Handle, Handle, u32, usize, *mut c_void, *mut usize) -> i32;
        release_program b"clReleaseProgram" (Handle) -> i32;
        create_kernel b"clCreateKernel" (Handle, *const c_char, *mut i32) -> Handle;
        release_kernel b"clReleaseKernel" (Handle) -> i32;
        set_kernel_arg b"clSetKernelArg" (Handle, u32, usize, *const c_void) -> i32;
        create_buffer b"clCreateBuffer" (Handle, u64, usize, *mut c_void, *mut i32) -> Handle;
        create_image b"clCreateImage" (Handle, u64, *const ImageFormat, *const ImageDesc, *mut c_void, *mut i32) -> Handle;
        release_mem_object b"clReleaseMemObject" (Handle) -> i32;
        create_sampler b"clCreateSampler" (Handle, u32, u32, u32, *mut i32) -> Handle;
        release_sampler b"clReleaseSampler" (Handle) -> i32;
        enqueue_nd_range_kernel b"clEnqueueNDRangeKernel" (Handle, Handle, u32, *const usize, *const usize, *const usize, u32, *const Handle, *mut Handle) -> i32;
        enqueue_read_buffer b"clEnqueueReadBuffer" (Handle, Handle, u32, usize, usize, *mut c_void, u32, *const Handle, *mut Handle) -> i32;
        enqueue_read_image b"clEnqueueReadImage" (Handle, Handle, u32, *const usize, *const usize, usize, usize, *mut c_void, u32, *const Handle, *mut Handle) -> i32;
        finish b"clFinish" (Handle) -> i32;
    }
    since_2 {
        create_program_with_il b"clCreateProgramWithIL" (Handle, *const c_void, usize, *mut i32) -> Handle;
        set_program_specialization_constant b"clSetProgramSpecializationConstant" (Handle, u32, usize, *const c_void) -> i32;
    }
}

/// The file names of the loader.
const NAMES: [&str; 4] =
    ["libOpenCL.so.1", "libOpenCL.so", "OpenCL.dll", "/System/Library/Frameworks/OpenCL.framework/OpenCL"];

impl Api {
    /// Loads the loader.
    pub(super) fn load() -> Result<Self> {
        for name in NAMES {
            // SAFETY: the library is the system's OpenCL loader, whose initialisation may run anywhere.
            if let Ok(library) = unsafe { Library::new(name) } {
                return Api::look_up(library).map_err(|error| format!("the OpenCL loader lacks a function: {error}"));
            }
        }
        Err("no OpenCL loader was found".to_owned())
    }
}
