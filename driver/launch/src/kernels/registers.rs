//! Registers of several classes with one number: Direct3D has a place for each of them, Vulkan one binding.
//!
//! What runs here has no layout of a host to fit, so that the classes may have places of their own.

use library::options::settings::{BindingShift, Options, RegisterClass};
use reflect::Reflection;

/// The distance between the classes of registers.
const SHIFT: u32 = 1000;

/// Returns whether two resources of shaders that run together have the same place.
pub fn overlap<'r>(shaders: impl IntoIterator<Item = &'r Reflection>) -> bool {
    let bindings = shaders.into_iter().flat_map(|shader| &shader.bindings);
    let bindings = bindings.filter(|binding| binding.presence.kept);
    let mut places: Vec<_> = bindings.map(|own| (own.set, own.binding, own.descriptor, &own.name)).collect();
    // Stages share a resource under its name.
    places.sort_unstable();
    places.dedup();
    places.windows(2).any(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1))
}

/// Gives each class of registers places of its own. Returns whether it did: the caller's shifts stay.
pub fn separate(settings: &mut Options) -> bool {
    let shifts = &mut settings.analysis.shifts;
    if !shifts.is_empty() || !settings.analysis.register_bindings.is_empty() {
        return false;
    }
    for (class, amount) in [(RegisterClass::T, 1), (RegisterClass::S, 2), (RegisterClass::U, 3)] {
        shifts.push(BindingShift { class, amount: amount * SHIFT, space: None });
    }
    true
}
