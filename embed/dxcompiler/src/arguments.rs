//! Lists of arguments: `IDxcCompilerArgs`, and how the older interfaces' parameters become arguments.

use crate::com::foreign::Allocator;
use crate::com::pointers::{Array, Define, Narrow, Wchar, Wide, definitions, units_of, wide_texts};
use crate::com::status::{E_INVALIDARG, Status};
use crate::com::{Class, Guid, Table, interface};
use std::ffi::c_void;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// `IDxcCompilerArgs`
pub const IDXC_COMPILER_ARGS: Guid = Guid::new(0x73EFFE2A_70DC_45F8_9690_EFF64C02429D);

/// A list of arguments that grows.
pub(crate) struct Arguments {
    list: Mutex<List>,
    _home: Option<Allocator>,
}

#[derive(Default)]
struct List {
    /// The texts, whose addresses clients know: they neither move nor go before the list does.
    texts: Vec<Box<[Wchar]>>,
    /// The addresses of the texts as a client reads them, with a null at the end.
    addresses: Vec<Address>,
}

/// The address of a text of the list it is in.
#[repr(transparent)]
struct Address(*const Wchar);

// SAFETY: it points into memory that belongs to the same list.
#[allow(unsafe_code)]
unsafe impl Send for Address {}

impl List {
    fn add(&mut self, text: &str) {
        let units = units_of(text).into_boxed_slice();
        self.addresses.pop();
        self.addresses.push(Address(units.as_ptr()));
        self.addresses.push(Address(std::ptr::null()));
        self.texts.push(units);
    }
}

impl Arguments {
    interface! {
        /// `IDxcCompilerArgs`
        TABLE of Arguments, facet 0:
            get_arguments() -> *const c_void;
            get_count() -> u32;
            add_arguments(arguments: Array<Wide>, count: u32) -> Result<(), Status>;
            add_arguments_utf8(arguments: Array<Narrow>, count: u32) -> Result<(), Status>;
            add_defines(defines: Array<Define>, count: u32) -> Result<(), Status>;
    }

    pub(crate) fn new(texts: Vec<String>, home: Option<Allocator>) -> Self {
        let arguments = Arguments { list: Mutex::default(), _home: home };
        arguments.add(&texts);
        arguments
    }

    fn list(&self) -> MutexGuard<'_, List> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, texts: &[String]) {
        let mut list = self.list();
        texts.iter().for_each(|text| list.add(text));
    }

    /// The list is good until arguments are added.
    fn get_arguments(&self) -> *const c_void {
        let list = self.list();
        if list.texts.is_empty() { std::ptr::null() } else { list.addresses.as_ptr().cast() }
    }

    fn get_count(&self) -> u32 {
        self.list().texts.len() as u32
    }

    fn add_arguments(&self, arguments: Array<Wide>, count: u32) -> Result<(), Status> {
        self.add(&wide_texts(arguments, count)?);
        Ok(())
    }

    fn add_arguments_utf8(&self, arguments: Array<Narrow>, count: u32) -> Result<(), Status> {
        let texts = arguments.elements(count as usize)?.iter().map(|text| text.text().ok_or(E_INVALIDARG));
        self.add(&texts.collect::<Result<Vec<_>, _>>()?);
        Ok(())
    }

    fn add_defines(&self, defines: Array<Define>, count: u32) -> Result<(), Status> {
        self.add(&definitions(defines, count)?);
        Ok(())
    }
}

impl Class for Arguments {
    const TABLES: [Table; 4] = [Self::TABLE; 4];

    fn facet(&self, interface: &Guid) -> Option<usize> {
        (*interface == IDXC_COMPILER_ARGS).then_some(0)
    }
}

/// Parameters that the older interfaces pass separately.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Parts {
    pub(crate) name: Wide,
    pub(crate) entry: Wide,
    pub(crate) profile: Wide,
    pub(crate) arguments: Array<Wide>,
    pub(crate) count: u32,
    pub(crate) defines: Array<Define>,
    pub(crate) define_count: u32,
}

impl Parts {
    /// The parts as one list: the name in front, entry point and profile, which take the place of those among the
    /// arguments, the arguments, the macros.
    ///
    /// # Errors
    /// `E_INVALIDARG` where a list or one of its texts is null.
    pub(crate) fn into_list(self) -> Result<Vec<String>, Status> {
        let is_given = |text: &String| !text.is_empty();
        let name = self.name.text().filter(is_given);
        let (entry, profile) = (self.entry.text().filter(is_given), self.profile.text().filter(is_given));
        let mut rest = wide_texts(self.arguments, self.count)?;
        let mut list: Vec<String> = name.into_iter().collect();
        for (option, value) in [("E", entry), ("T", profile)] {
            let Some(value) = value else { continue };
            rest = without(rest, option);
            list.extend([format!("-{option}"), value]);
        }
        list.extend(rest);
        list.extend(definitions(self.defines, self.define_count)?);
        Ok(list)
    }
}

/// The arguments without an option of one letter, whose value is joined to it or follows it.
fn without(arguments: Vec<String>, option: &str) -> Vec<String> {
    let mut kept = Vec::new();
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let value = argument.strip_prefix(['-', '/']).and_then(|name| name.strip_prefix(option));
        match value {
            Some("") => drop(arguments.next()),
            Some(_) => {}
            None => kept.push(argument),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    fn options_go_with_their_values() {
        let arguments = ["-Tps_6_0", "-E", "main", "-O3", "/T", "cs_6_0"].map(str::to_owned).to_vec();
        assert_eq!(without(arguments.clone(), "T"), ["-E", "main", "-O3"]);
        assert_eq!(without(arguments, "E"), ["-Tps_6_0", "-O3", "/T", "cs_6_0"]);
    }
}
