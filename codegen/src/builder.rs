//! The verbs of SPIR-V, below the walk over the HIR: result ids, types, constants, decorations, and the instructions of
//! the function that is being written.
//!
//! [`Builder`] is what the emitter says them to. [`context`] hands out ids and keeps types and constants unique;
//! [`function`] collects the code of one function; [`module`] keeps the sections of a module; [`inst`] alone knows how
//! an instruction is spelt in words; [`availability`] knows what an instruction asks of the consumer, [`grammar`] what is published of it; [`annotate`] says
//! what follows from how values flow, [`memory_model`] what accesses say in the memory model of Vulkan.
//!
//! Of the language, only the shapes of numbers are known here ([`num`]).

pub(crate) mod annotate;
pub(crate) mod availability;
pub(crate) mod context;
pub(crate) mod function;
mod grammar;
pub(crate) mod inst;
mod instructions;
mod memory_model;
pub(crate) mod module;
pub(crate) mod num;
pub(crate) mod numbers;
pub(crate) mod types;

use self::annotate::Precise;
use self::availability::Availability;
use self::context::SpirvContext;
use self::function::FunctionBuilder;
use self::module::ModuleBuilder;
use crate::options::Options;
use base::source::Span;

/// A module on its way to words.
#[derive(Debug)]
pub(crate) struct Builder<'a> {
    /// Ids, types, constants and names.
    pub(crate) ctx: SpirvContext,
    /// The sections of the module so far.
    pub(crate) out: ModuleBuilder,
    /// The function that is being written.
    pub(crate) function: FunctionBuilder,
    /// Capabilities and extensions so far.
    pub(crate) availability: Availability<'a>,
    /// Values that must keep the order of their arithmetic.
    pub(crate) precise: Precise,
    /// True if types of 16 bits have 16 bits, and not 32 of which some may be left out.
    native_16bit: bool,
    /// Where the first instruction comes from that was too long, once that is known.
    too_long: Option<Span>,
}

impl<'a> Builder<'a> {
    /// Notes that what was written since the last call comes from a place, in case any of it was too long.
    #[inline]
    pub(crate) fn written_at(&mut self, span: Span) {
        if self.has_too_long() && self.too_long.is_none() && !span.is_none() {
            self.too_long = Some(span);
        }
    }

    /// Where the first instruction comes from that was too long, if there is one.
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

    /// A module without content.
    pub(crate) fn new(options: &'a Options, native_16bit: bool) -> Self {
        Builder {
            ctx: SpirvContext::new(),
            out: ModuleBuilder::default(),
            function: FunctionBuilder::default(),
            availability: Availability::new(options),
            precise: Precise::default(),
            native_16bit,
            too_long: None,
        }
    }
}
