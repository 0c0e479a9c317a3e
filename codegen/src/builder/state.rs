//! The module under construction.

use super::annotate::Precise;
use super::availability::Availability;
use super::context::SpirvContext;
use super::function::FunctionBuilder;
use super::sections::Sections;
use crate::options::Options;
use base::source::Span;
use spirv::Capability;

/// A module under construction.
#[derive(Debug)]
pub(crate) struct Builder<'a> {
    /// Ids, types, constants and names.
    pub(crate) ctx: SpirvContext,
    /// The sections of the module so far.
    pub(crate) out: Sections,
    /// The current function.
    pub(crate) function: FunctionBuilder,
    /// Capabilities and extensions so far.
    pub(crate) availability: Availability<'a>,
    /// Values that must keep the order of their arithmetic.
    pub(crate) precise: Precise,
    /// True if 16-bit types have 16 bits, rather than 32 bits with relaxed precision.
    pub(super) native_16bit: bool,
    /// True if a type is a vector of more than four components.
    pub(super) has_long_vectors: bool,
    /// The source location of the first instruction that was too long.
    too_long: Option<Span>,
}

impl<'a> Builder<'a> {
    /// Attributes the words since the last call to a source location, in case an instruction was too long.
    #[inline]
    pub(crate) fn written_at(&mut self, span: Span) {
        if self.has_too_long() && self.too_long.is_none() && !span.is_none() {
            self.too_long = Some(span);
        }
    }

    /// Returns whether passes must split vectors: the capability for more than four components is not available.
    pub(crate) fn splits_vectors(&self) -> bool {
        self.has_long_vectors && !self.availability.has(Capability::LongVectorEXT)
    }

    /// The source location of the first instruction that was too long, if any.
    pub(crate) fn too_long(&self) -> Option<Span> {
        self.has_too_long().then(|| self.too_long.unwrap_or(Span::NONE))
    }

    #[inline]
    fn has_too_long(&self) -> bool {
        self.ctx.too_long || self.out.too_long || self.function.too_long()
    }

    /// The number of words of code so far.
    pub(crate) fn code_size(&self) -> usize {
        self.out.code_size() + self.function.code_size()
    }

    /// An empty module.
    pub(crate) fn new(options: &'a Options, native_16bit: bool) -> Self {
        Self::with(Availability::new(options), native_16bit)
    }

    /// An empty module that declares what its instructions need of this target.
    pub(crate) fn with(availability: Availability<'a>, native_16bit: bool) -> Self {
        Builder {
            ctx: SpirvContext::new(),
            out: Sections::default(),
            function: FunctionBuilder::default(),
            availability,
            precise: Precise::default(),
            native_16bit,
            has_long_vectors: false,
            too_long: None,
        }
    }
}
