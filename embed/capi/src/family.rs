//! Families of permutations, as the header declares and describes them.

use crate::exports::answered;
use crate::pointers::{self, Finder, Includes, Wrong};
use crate::result::{Answer, Status};
use driver::{Compiler, NoIncludes, Options};
use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// `hlsl2spirv_family`
pub struct Family {
    made: Result<Made, Unmade>,
}

/// A family with what says how its results are printed.
struct Made {
    family: driver::Family,
    options: Options,
    /// The number of its switches.
    switches: usize,
}

/// Why there is no family, as each of its compilations says.
enum Unmade {
    BadCall(Wrong),
    /// These arguments have errors.
    BadArguments(Vec<String>),
    Internal,
}

impl Family {
    fn compile(&self, values: &[Option<&str>]) -> Result<Answer, Wrong> {
        match &self.made {
            Ok(made) if values.len() > made.switches => Err("there are more values than switches"),
            Ok(made) => Ok(Answer::of_compilation(made.family.compile(values), &made.options)),
            Err(Unmade::BadCall(wrong)) => Err(wrong),
            Err(Unmade::BadArguments(arguments)) => match Compiler::from_args(arguments) {
                Ok(_) => Ok(Answer::failure(Status::Internal, "the arguments have changed")),
                Err(failure) => Ok(Answer::of_compilation(Err(failure), &Options::default())),
            },
            Err(Unmade::Internal) => {
                Ok(Answer::failure(Status::Internal, "this is a bug in the library; please report it"))
            }
        }
    }
}

fn made(
    name: &str,
    text: &str,
    arguments: Vec<String>,
    switches: &[String],
    finder: Option<Finder>,
) -> Result<Made, Unmade> {
    let Ok(compiler) = Compiler::from_args(&arguments) else { return Err(Unmade::BadArguments(arguments)) };
    let options = compiler.options().clone();
    let family = match finder {
        Some(finder) => driver::Family::new(compiler, name, text, finder),
        None => driver::Family::new(compiler, name, text, NoIncludes),
    };
    let family = switches.iter().fold(family, |family, switch| family.switch(switch));
    Ok(Made { family, options, switches: switches.len() })
}

/// `hlsl2spirv_family_new`
///
/// # Safety
/// Pointers are null or lead to what the header says; the functions may be called on several threads at once until the family is
/// freed.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "the header says so, and C has no others")]
pub unsafe extern "C" fn hlsl2spirv_family_new(
    name: *const c_char,
    source: *const c_char,
    size: usize,
    arguments: *const *const c_char,
    argument_count: usize,
    switches: *const *const c_char,
    switch_count: usize,
    includes: *const Includes,
) -> *mut Family {
    let make = || {
        // SAFETY: as the caller promises.
        let read = || unsafe {
            let text = pointers::values(source.cast::<u8>(), size)?.to_vec();
            let (arguments, switches) =
                (pointers::texts(arguments, argument_count)?, pointers::texts(switches, switch_count)?);
            Ok((pointers::text(name)?, text, arguments, switches))
        };
        let (name, text, arguments, switches) = read().map_err(Unmade::BadCall)?;
        // SAFETY: as the caller promises; the functions are asked as long as there is the family.
        let finder = unsafe { includes.as_ref().map(|includes| Finder::new(*includes)) };
        made(name, &driver::internal::decode(text), arguments, &switches, finder)
    };
    let made = catch_unwind(AssertUnwindSafe(make)).unwrap_or(Err(Unmade::Internal));
    Box::into_raw(Box::new(Family { made }))
}

/// `hlsl2spirv_family_compile`
///
/// # Safety
/// Pointers are null or lead to what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlsl2spirv_family_compile(
    family: *const Family,
    values: *const *const c_char,
    value_count: usize,
) -> *mut Answer {
    answered(|| {
        // SAFETY: as the caller promises.
        let family = unsafe { family.as_ref() }.ok_or("family is null")?;
        // SAFETY: as the caller promises.
        let pointers = unsafe { pointers::values(values, value_count) }?;
        // SAFETY: as the caller promises.
        let text = |value: &*const c_char| (!value.is_null()).then(|| unsafe { pointers::text(*value) }).transpose();
        let values = pointers.iter().map(text).collect::<Result<Vec<_>, Wrong>>()?;
        family.compile(&values)
    })
}

/// `hlsl2spirv_family_free`
///
/// # Safety
/// The pointer is null or a family that has not been freed, and is no longer in use.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hlsl2spirv_family_free(family: *mut Family) {
    if !family.is_null() {
        // SAFETY: it was made by `hlsl2spirv_family_new`, as the caller promises.
        drop(unsafe { Box::from_raw(family) });
    }
}
