//! `IDxcResult`: the status of a compilation and what came out of it.

use crate::blob::{self, Blob};
use crate::com::foreign::Allocator;
use crate::com::pointers::{Iid, Object, Out};
use crate::com::status::{E_INVALIDARG, S_OK, Status};
use crate::com::{Class, Guid, Reference, Table, interface};

/// `IDxcOperationResult`
pub const IDXC_OPERATION_RESULT: Guid = Guid::new(0xCEDB484A_D4E9_445A_B991_CA21CA157DC2);
/// `IDxcResult`
pub const IDXC_RESULT: Guid = Guid::new(0x58346CDA_DDE7_4497_9461_6F87AF5E0659);

/// `DXC_OUT_KIND`: what an output is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Kind {
    /// The module.
    Object = 1,
    /// Errors and warnings.
    Errors = 2,
    /// A module as text.
    Disassembly = 5,
    /// The text after preprocessing.
    Hlsl = 6,
    /// Another text, such as a make rule.
    Text = 7,
    /// The module's interface as JSON: an extension, for `-Fre`.
    Reflection = 8,
    /// Files that were opened.
    Remarks = 11,
    /// The time that each stage took.
    TimeReport = 12,
}

/// The kind that represents no output.
const NONE: u32 = 0;

/// One output.
pub(crate) struct Output {
    pub(crate) kind: Kind,
    pub(crate) contents: Reference<Blob>,
    /// The file for which the arguments mean it.
    pub(crate) name: Option<String>,
}

impl Output {
    pub(crate) fn new(kind: Kind, contents: Reference<Blob>) -> Self {
        Output { kind, contents, name: None }
    }

    pub(crate) fn named(self, name: Option<String>) -> Self {
        Output { name, ..self }
    }
}

/// A result.
pub(crate) struct Outcome {
    pub(crate) status: Status,
    /// In the order of their kinds.
    pub(crate) outputs: Vec<Output>,
    /// The output that `GetResult` returns.
    pub(crate) primary: Option<Kind>,
    /// The allocator of the compiler that made it stays as long as it does.
    pub(crate) _home: Option<Allocator>,
}

impl Outcome {
    interface! {
        /// `IDxcOperationResult` and `IDxcResult`
        TABLE of Outcome, facet 0:
            get_status(out: Out<Status>) -> Result<(), Status>;
            get_result(out: Out<Object>) -> Result<(), Status>;
            get_error_buffer(out: Out<Object>) -> Result<(), Status>;
            has_output(kind: u32) -> bool;
            get_output(kind: u32, interface: Iid, out: Out<Object>, name: Out<Object>) -> Result<(), Status>;
            get_num_outputs() -> u32;
            get_output_by_index(index: u32) -> u32;
            primary_output() -> u32;
    }

    fn output(&self, kind: u32) -> Option<&Output> {
        self.outputs.iter().find(|output| output.kind as u32 == kind)
    }

    fn get_status(&self, out: Out<Status>) -> Result<(), Status> {
        out.set(self.status)
    }

    fn get_result(&self, out: Out<Object>) -> Result<(), Status> {
        out.set(Object::NULL)?;
        match self.output(self.primary_output()) {
            Some(output) => output.contents.clone().give(out),
            None => Ok(()),
        }
    }

    fn get_error_buffer(&self, out: Out<Object>) -> Result<(), Status> {
        match self.output(Kind::Errors as u32) {
            Some(errors) => errors.contents.clone().give(out),
            None => blob::of_text("").give(out),
        }
    }

    fn has_output(&self, kind: u32) -> bool {
        self.output(kind).is_some()
    }

    fn get_output(&self, kind: u32, interface: Iid, out: Out<Object>, name: Out<Object>) -> Result<(), Status> {
        name.set_if_wanted(Object::NULL);
        if out.is_null() {
            return Err(E_INVALIDARG);
        }
        out.set(Object::NULL)?;
        let output = self.output(kind).ok_or(E_INVALIDARG)?;
        output.contents.clone().hand_out(interface, out)?;
        if let Some(file) = output.name.as_deref().filter(|_| !name.is_null()) {
            blob::of_wide_text(file).give(name)?;
        }
        Ok(())
    }

    fn get_num_outputs(&self) -> u32 {
        self.outputs.len() as u32
    }

    fn get_output_by_index(&self, index: u32) -> u32 {
        self.outputs.get(index as usize).map_or(NONE, |output| output.kind as u32)
    }

    fn primary_output(&self) -> u32 {
        self.primary.map_or(NONE, |kind| kind as u32)
    }

    /// A result with one message and nothing else.
    pub(crate) fn refusal(status: Status, message: &str, home: Option<Allocator>) -> Self {
        let outputs = vec![Output::new(Kind::Errors, blob::of_text(message))];
        Outcome { status, outputs, primary: None, _home: home }
    }

    /// A result with one output of success.
    pub(crate) fn of(kind: Kind, contents: Reference<Blob>, home: Option<Allocator>) -> Self {
        let outputs = vec![Output::new(kind, contents)];
        Outcome { status: S_OK, outputs, primary: Some(kind), _home: home }
    }
}

impl Class for Outcome {
    const TABLES: [Table; 4] = [Self::TABLE; 4];

    fn facet(&self, interface: &Guid) -> Option<usize> {
        [IDXC_OPERATION_RESULT, IDXC_RESULT].contains(interface).then_some(0)
    }
}
