//! Names of bindings in the caller's code: the name in the shader, or set and number.

use crate::error::Error;
use ::stages::ROWS_SET;
use abi::{Binding, KernelInfo};

/// A binding, and an element of it where it is an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place<'p> {
    key: Key<'p>,
    element: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Key<'p> {
    Name(&'p str),
    Number { set: u32, binding: u32 },
}

/// `name` or `name[2]`.
impl<'p> From<&'p str> for Place<'p> {
    fn from(text: &'p str) -> Self {
        let indexed = text.strip_suffix(']').and_then(|text| text.rsplit_once('['));
        match indexed.and_then(|(name, element)| Some((name, element.parse().ok()?))) {
            Some((name, element)) => Place { key: Key::Name(name), element },
            None => Place { key: Key::Name(text), element: 0 },
        }
    }
}

impl<'p> From<&'p String> for Place<'p> {
    fn from(text: &'p String) -> Self {
        text.as_str().into()
    }
}

/// Set and binding.
impl From<(u32, u32)> for Place<'_> {
    fn from((set, binding): (u32, u32)) -> Self {
        Place { key: Key::Number { set, binding }, element: 0 }
    }
}

/// Set, binding and element.
impl From<(u32, u32, u32)> for Place<'_> {
    fn from((set, binding, element): (u32, u32, u32)) -> Self {
        Place { key: Key::Number { set, binding }, element }
    }
}

impl Place<'_> {
    /// The binding of a kernel that this names.
    ///
    /// # Errors
    /// When the kernel has no such binding.
    pub fn binding<'i>(&self, info: &'i KernelInfo) -> Result<&'i Binding, Error> {
        let is_it = |binding: &&Binding| match self.key {
            Key::Name(name) => binding.names.iter().any(|known| known == name),
            Key::Number { set, binding: number } => (binding.set, binding.binding) == (set, number),
        };
        info.bindings.iter().find(is_it).ok_or_else(|| {
            // The rows of stages are bound by their runner.
            let known = info.bindings.iter().filter(|binding| binding.set != ROWS_SET);
            Error::Unknown { place: self.text(), known: known.map(name).collect() }
        })
    }

    /// The descriptor among all of the kernel's.
    ///
    /// # Errors
    /// When the binding has no such element.
    pub fn slot(&self, binding: &Binding) -> Result<usize, Error> {
        if self.element >= binding.count {
            return Err(Error::Element { place: self.describe(binding), count: binding.count });
        }
        Ok((binding.slot + self.element) as usize)
    }

    /// The binding for messages: its names, set and number.
    pub(crate) fn describe(&self, binding: &Binding) -> String {
        let element = if binding.count > 1 { format!("[{}]", self.element) } else { String::new() };
        let (set, number) = (binding.set, binding.binding);
        match binding.names.first() {
            Some(name) => format!("'{name}{element}' (set {set}, binding {number})"),
            None => format!("{number}{element} of set {set}"),
        }
    }

    fn text(&self) -> String {
        match self.key {
            Key::Name(name) => format!("'{name}'"),
            Key::Number { set, binding } => format!("{binding} of set {set}"),
        }
    }
}

fn name(binding: &Binding) -> String {
    let number = format!("set {}, binding {}", binding.set, binding.binding);
    match binding.names.first() {
        Some(name) => format!("'{name}' ({number})"),
        None => number,
    }
}
