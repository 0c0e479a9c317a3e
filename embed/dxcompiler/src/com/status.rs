//! `HRESULT`: what functions answer.

/// An `HRESULT`; negative ones are failures.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status(pub i32);

impl Status {
    /// A failure of the C library, by its number.
    pub(crate) fn of_errno(number: i32) -> Self {
        Status((0x8007_0000_u32 | (number as u32 & 0xffff)) as i32)
    }

    /// Returns whether it is a success; there are others than [`S_OK`].
    pub(crate) fn is_success(self) -> bool {
        self.0 >= 0
    }
}

const fn failure(number: u32) -> Status {
    Status(number as i32)
}

/// It is done.
pub const S_OK: Status = Status(0);
/// It is done in part.
pub const S_FALSE: Status = Status(1);
/// There is no such function here.
pub const E_NOTIMPL: Status = failure(0x8000_4001);
/// The object does not have this interface.
pub const E_NOINTERFACE: Status = failure(0x8000_4002);
/// A pointer is null.
pub const E_POINTER: Status = failure(0x8000_4003);
/// It has not worked.
pub const E_FAIL: Status = failure(0x8000_4005);
/// There is nothing to ask about.
pub const E_NOT_VALID_STATE: Status = failure(0x8007_139F);
/// There is not enough memory.
pub const E_OUTOFMEMORY: Status = failure(0x8007_000E);
/// An argument makes no sense.
pub const E_INVALIDARG: Status = failure(0x8007_0057);
/// There is no such class.
pub const REGDB_E_CLASSNOTREG: Status = failure(0x8004_0154);
/// The text has an encoding that is not known, or is not in it.
pub const DXC_E_STRING_ENCODING_FAILED: Status = failure(0x80AA_000C);
/// The bytes are not a container of DXIL.
pub const DXC_E_CONTAINER_INVALID: Status = failure(0x80AA_000D);
/// The compiler has made a mistake.
pub const DXC_E_GENERAL_INTERNAL_ERROR: Status = failure(0x80AA_0018);
/// The stream cannot be written; a positive number in DXC's headers outside of Windows.
pub const STG_E_ACCESSDENIED: Status = Status(2);
/// The stream cannot do that; a positive number, too.
pub const STG_E_INVALIDFUNCTION: Status = Status(1);
