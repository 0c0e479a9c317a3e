//! Messages of panics, for reports of internal errors.

use super::console::complain;
use std::any::Any;
use std::cell::RefCell;

thread_local! {
    /// The place of the last panic of this thread, if [`remember_places`] was called.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Silences panics and records their places. For the command alone: a library must not change the process's hook.
pub fn remember_places() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(|at| format!("{}:{}", at.file(), at.line()));
        PLACE.with(|slot| *slot.borrow_mut() = place);
    }));
}

/// The exit status of a command that failed by itself.
pub const FAILED: u8 = 101;

/// Reports a panic of a command. Returns the exit status.
pub fn report(payload: &(dyn Any + Send)) -> u8 {
    let what = describe(payload);
    complain(format_args!("internal error: {what}; this is a bug in hlsl2spirv; please report it"));
    FAILED
}

/// The panic's message, and its place when that is known.
pub fn describe(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
    match PLACE.with(|slot| slot.borrow_mut().take()) {
        Some(place) => format!("{text} (at {place})"),
        None => text.to_owned(),
    }
}
