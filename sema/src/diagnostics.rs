//! What the analysis reports. Codes: 20xx to 23xx names, types, expressions and statements; 24xx conversions and calls;
//! 25xx attributes, layout, bindings and stage interfaces.

base::diagnostics! {
    // Attributes, layout, bindings, stage interfaces.
    /// A `packoffset`, `register(cN)` or `[[vk::offset]]` puts a member where the member before it still lies. Offsets
    /// must rise, and each must leave room for the member before it.
    E2501 error OverlappingOffset { offset, end } "offset {offset} overlaps the member before, which ends at {end}";
    /// An offset in the source is no multiple of the member's alignment, which drivers may refuse.
    W2502 warning(vk-offset) MisalignedOffset { align } "the offset should be a multiple of {align} bytes";
}
