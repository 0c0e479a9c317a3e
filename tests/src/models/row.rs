//! A row of the page: a construct, what it becomes, and a test that contains it.

use spirv::Capability;

/// The verdict of DXC's SPIR-V path on a construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dxc {
    Yes,
    No,
    /// It has a part of it, as these words say.
    Partly(&'static str),
}

/// A row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// The construct as the source has it.
    pub(super) construct: &'static str,
    /// What it becomes.
    pub(super) instruction: &'static str,
    /// The capabilities that this needs besides that of the stage.
    pub(super) needs: &'static [Capability],
    pub(super) dxc: Dxc,
    /// A test: its file, and how the construct is spelled there.
    pub(super) evidence: (&'static str, &'static str),
}

/// A construct that DXC has.
pub(super) const fn both(
    construct: &'static str,
    instruction: &'static str,
    needs: &'static [Capability],
    evidence: (&'static str, &'static str),
) -> Row {
    Row { construct, instruction, needs, dxc: Dxc::Yes, evidence }
}

/// A construct that DXC lacks.
pub(super) const fn ours(
    construct: &'static str,
    instruction: &'static str,
    needs: &'static [Capability],
    evidence: (&'static str, &'static str),
) -> Row {
    Row { construct, instruction, needs, dxc: Dxc::No, evidence }
}

/// A construct of which DXC has a part.
pub(super) const fn partly(what: &'static str, row: Row) -> Row {
    Row { dxc: Dxc::Partly(what), ..row }
}
