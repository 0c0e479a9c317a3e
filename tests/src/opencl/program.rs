//! Modules as programs of a device: as SPIR-V if it accepts that, else as the LLVM IR of older devices.

use super::api::Api;
use super::objects::Object;
use super::{Device, told};
use crate::device::Result;
use std::ffi::{CStr, c_void};
use std::process::Command;

/// The form in which a device accepts modules.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// As words.
    Words,
    /// As the translator's bitcode (`cl_khr_spir`).
    Bitcode,
}

/// The translator from words to bitcode.
const TRANSLATOR: &str = "llvm-spirv-15";
/// The build options for bitcode.
const OF_BITCODE: &CStr = c"-x spir -spir-std=1.2";
/// The number of the query for the compiler's log.
const BUILD_LOG: u32 = 0x1183;

impl Form {
    /// The form for a device with these properties; `None` if there is none.
    pub(super) fn of(api: &Api, il: &str, extensions: &str) -> Option<Self> {
        if il.contains("SPIR-V") && api.create_program_with_il.is_some() {
            return Some(Form::Words);
        }
        let translates = || Command::new(TRANSLATOR).arg("--version").output().is_ok();
        let takes_bitcode = extensions.split(' ').any(|extension| extension == "cl_khr_spir");
        (takes_bitcode && translates()).then_some(Form::Bitcode)
    }
}

/// Makes a program of a module, and builds it.
pub(super) fn build(device: &Device, words: &[u32], constants: &[(u32, u64)]) -> Result<Object> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let (program, options) = match device.form {
        Form::Words => (of_words(device, &bytes)?, c""),
        Form::Bitcode if constants.is_empty() => (of_bitcode(device, &translated(&bytes)?)?, OF_BITCODE),
        Form::Bitcode => return Err("bitcode has no specialisation constants".to_owned()),
    };
    for (id, bits) in constants {
        let Some(set) = device.api.set_program_specialization_constant else {
            return Err("OpenCL has no specialisation constants here".to_owned());
        };
        // SAFETY: see the module; constants of four bytes are the first four of eight.
        let code = [8, 4, 2, 1].map(|size| unsafe { set(program.handle(), *id, size, (&raw const *bits).cast()) });
        told("set a constant", if code.contains(&0) { 0 } else { code[0] })?;
    }
    let api = &device.api;
    // SAFETY: see the module.
    let code = unsafe {
        (api.build_program)(program.handle(), 1, &device.handle, options.as_ptr(), None, std::ptr::null_mut())
    };
    told("build the program", code).map_err(|error| format!("{error}\n{}", log(device, &program)))?;
    Ok(program)
}

fn of_words(device: &Device, bytes: &[u8]) -> Result<Object> {
    let api = &device.api;
    let Some(create) = api.create_program_with_il else { return Err("OpenCL takes no modules here".to_owned()) };
    let mut code = 0;
    // SAFETY: see the module.
    let program = unsafe { create(device.context.handle(), bytes.as_ptr().cast(), bytes.len(), &mut code) };
    told("read the module", code)?;
    Ok(Object::new(api, program, api.release_program))
}

fn of_bitcode(device: &Device, bytes: &[u8]) -> Result<Object> {
    let api = &device.api;
    let (mut code, mut status) = (0, 0);
    let context = device.context.handle();
    // SAFETY: see the module; there is one device, one size and one pointer.
    let program = unsafe {
        let (size, at) = (bytes.len(), bytes.as_ptr());
        (api.create_program_with_binary)(context, 1, &device.handle, &size, &at, &mut status, &mut code)
    };
    told("read the bitcode", code)?;
    told("read the bitcode", status)?;
    Ok(Object::new(api, program, api.release_program))
}

/// The translator's output for a module.
fn translated(bytes: &[u8]) -> Result<Vec<u8>> {
    let thread = std::thread::current().id();
    let name = |suffix: &str| std::env::temp_dir().join(format!("opencl-{}-{thread:?}.{suffix}", std::process::id()));
    let (module, bitcode) = (name("spv"), name("bc"));
    let failed = |error: std::io::Error| error.to_string();
    std::fs::write(&module, bytes).map_err(failed)?;
    let output = Command::new(TRANSLATOR)
        .args(["-r", "--spirv-target-env=CL1.2", "--spirv-ext=+all"])
        .arg(&module)
        .arg("-o")
        .arg(&bitcode)
        .output()
        .map_err(failed)?;
    std::fs::remove_file(&module).map_err(failed)?;
    if !output.status.success() {
        return Err(format!("the translator refuses the module: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let made = std::fs::read(&bitcode).map_err(failed)?;
    std::fs::remove_file(&bitcode).map_err(failed)?;
    Ok(made)
}

/// The log of the device's compiler.
fn log(device: &Device, program: &Object) -> String {
    super::text(|size, at: *mut c_void, needed: &mut usize| {
        // SAFETY: see the module.
        unsafe { (device.api.get_program_build_info)(program.handle(), device.handle, BUILD_LOG, size, at, needed) }
    })
}
