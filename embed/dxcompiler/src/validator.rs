//! The validator, for modules of SPIR-V: an extension, as DXC's own takes containers of DXIL alone.

use crate::blob;
use crate::com::foreign::{self, Allocator, Foreign};
use crate::com::pointers::{Buffer, In, Object, Out};
use crate::com::status::{E_FAIL, E_INVALIDARG, E_NOTIMPL, S_OK, Status};
use crate::com::{Class, Guid, Reference, Table, interface};
use crate::outcome::{Kind, Outcome, Output};
use crate::version::{self, IDXC_VERSION_INFO};
use driver::internal::module_words;

/// `IDxcValidator`
pub const IDXC_VALIDATOR: Guid = Guid::new(0xA6E82BD2_1FD7_4826_9811_2857E797F49A);
/// `IDxcValidator2`
pub const IDXC_VALIDATOR2: Guid = Guid::new(0x458E1FD1_B1B2_4750_A6E1_9C10F03BED92);

/// The flags that DXC knows: in place, root signature alone, module alone.
const FLAGS: u32 = 7;

/// A validator.
pub(crate) struct Validator {
    pub(crate) home: Option<Allocator>,
}

impl Validator {
    interface! {
        /// `IDxcValidator` and `IDxcValidator2`
        TABLE of Validator, facet 0:
            validate(module: Object, flags: u32, out: Out<Object>) -> Result<(), Status>;
            validate_with_debug(module: Object, flags: u32, debug: In<Buffer>, out: Out<Object>) -> Result<(), Status>;
    }
    interface! {
        /// `IDxcVersionInfo`
        VERSION of Validator, facet 1:
            get_version(major: Out<u32>, minor: Out<u32>) -> Result<(), Status>;
            get_flags(flags: Out<u32>) -> Result<(), Status>;
    }

    fn validate(&self, module: Object, flags: u32, out: Out<Object>) -> Result<(), Status> {
        let known = flags & !FLAGS == 0 && !out.is_null();
        let module = foreign::Blob(Foreign::lent(module).filter(|_| known).ok_or(E_INVALIDARG)?);
        Reference::new(self.verdict(module.bytes()?)).give(out)
    }

    fn validate_with_debug(
        &self,
        module: Object,
        flags: u32,
        _debug: In<Buffer>,
        out: Out<Object>,
    ) -> Result<(), Status> {
        self.validate(module, flags, out)
    }

    fn verdict(&self, bytes: &[u8]) -> Outcome {
        let home = self.home.clone();
        let Some(words) = module_words(bytes) else {
            return Outcome::refusal(E_NOTIMPL, "error: this library validates SPIR-V modules only\n", home);
        };
        match valid::validate(&words, &rules()) {
            Err(violation) => Outcome::refusal(E_FAIL, &format!("error: {violation}\n"), home),
            Ok(()) => {
                let outputs = vec![
                    Output::new(Kind::Object, blob::of_words(words)),
                    Output::new(Kind::Errors, blob::of_text("")),
                ];
                Outcome { status: S_OK, outputs, primary: Some(Kind::Object), _home: home }
            }
        }
    }

    fn get_version(&self, major: Out<u32>, minor: Out<u32>) -> Result<(), Status> {
        version::numbers(major, minor)
    }

    fn get_flags(&self, flags: Out<u32>) -> Result<(), Status> {
        version::flags(version::VALIDATOR_FLAGS, flags)
    }
}

/// The target of the module is unknown, so it is validated for the newest Vulkan, with the least strict layout of blocks.
fn rules() -> valid::Options {
    let newest = valid::Environment::from_name("vulkan1.4").expect("the validator knows Vulkan 1.4");
    let mut options = valid::Options::new(newest);
    options.layout = valid::BlockLayout::Scalar;
    options
}

impl Class for Validator {
    const TABLES: [Table; 4] = [Self::TABLE, Self::VERSION, Self::TABLE, Self::TABLE];

    fn facet(&self, interface: &Guid) -> Option<usize> {
        match *interface {
            IDXC_VALIDATOR | IDXC_VALIDATOR2 => Some(0),
            IDXC_VERSION_INFO => Some(1),
            _ => None,
        }
    }
}
