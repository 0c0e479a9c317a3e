//! Classes that clients create at their start, whether they use them or not: containers of DXIL, the linker, debug files.
//!
//! Each function fails in the way in which DXC's fails on input that is not a DXIL.

use crate::com::foreign::Allocator;
use crate::com::pointers::{Array, Iid, Object, Out, Wide};
use crate::com::status::{E_INVALIDARG, E_NOT_VALID_STATE, E_NOTIMPL, E_POINTER, Status};
use crate::com::{Class, Guid, Table, interface};

/// `IDxcContainerReflection`
pub const IDXC_CONTAINER_REFLECTION: Guid = Guid::new(0xD2C21B26_8350_4BDC_976A_331CE6F4C54C);
/// `IDxcLinker`
pub const IDXC_LINKER: Guid = Guid::new(0xF1B5BE2A_62DD_4327_A1C2_42AC1E1E78E6);
/// `IDxcPdbUtils`
pub const IDXC_PDB_UTILS: Guid = Guid::new(0xE6C9647E_9D6A_4C3B_B94C_524B5A6C343D);
/// `IDxcPdbUtils2`
pub const IDXC_PDB_UTILS2: Guid = Guid::new(0x4315D938_F369_4F93_95A2_252017CC3807);

/// Reads containers of DXIL.
pub(crate) struct ContainerReflection {
    pub(crate) _home: Option<Allocator>,
}

impl ContainerReflection {
    interface! {
        /// `IDxcContainerReflection`
        TABLE of ContainerReflection, facet 0:
            load(container: Object) -> Result<(), Status>;
            get_part_count(count: Out<u32>) -> Result<(), Status>;
            get_part_kind(index: u32, kind: Out<u32>) -> Result<(), Status>;
            get_part_content(index: u32, out: Out<Object>) -> Result<(), Status>;
            find_first_part_kind(kind: u32, index: Out<u32>) -> Result<(), Status>;
            get_part_reflection(index: u32, interface: Iid, out: Out<Object>) -> Result<(), Status>;
    }

    /// Nothing is loaded by null, which works.
    fn load(&self, container: Object) -> Result<(), Status> {
        if container == Object::NULL { Ok(()) } else { Err(E_INVALIDARG) }
    }

    fn get_part_count(&self, count: Out<u32>) -> Result<(), Status> {
        nothing_loaded(count)
    }

    fn get_part_kind(&self, _index: u32, kind: Out<u32>) -> Result<(), Status> {
        nothing_loaded(kind)
    }

    fn get_part_content(&self, _index: u32, out: Out<Object>) -> Result<(), Status> {
        out.set(Object::NULL)?;
        nothing_loaded(out)
    }

    fn find_first_part_kind(&self, _kind: u32, index: Out<u32>) -> Result<(), Status> {
        nothing_loaded(index)
    }

    fn get_part_reflection(&self, _index: u32, _interface: Iid, out: Out<Object>) -> Result<(), Status> {
        out.set(Object::NULL)?;
        nothing_loaded(out)
    }
}

fn nothing_loaded<T>(out: Out<T>) -> Result<(), Status> {
    Err(if out.is_null() { E_POINTER } else { E_NOT_VALID_STATE })
}

impl Class for ContainerReflection {
    const TABLES: [Table; 4] = [Self::TABLE; 4];

    fn facet(&self, interface: &Guid) -> Option<usize> {
        (*interface == IDXC_CONTAINER_REFLECTION).then_some(0)
    }
}

/// Links libraries of DXIL.
pub(crate) struct Linker {
    pub(crate) _home: Option<Allocator>,
}

impl Linker {
    interface! {
        /// `IDxcLinker`
        TABLE of Linker, facet 0:
            register_library(name: Wide, library: Object) -> Result<(), Status>;
            link(
                entry: Wide, profile: Wide, libraries: Array<Wide>, library_count: u32, arguments: Array<Wide>, count: u32,
                out: Out<Object>
            ) -> Result<(), Status>;
    }

    fn register_library(&self, _name: Wide, _library: Object) -> Result<(), Status> {
        Err(E_NOTIMPL)
    }

    #[expect(clippy::too_many_arguments, reason = "the interface has this many")]
    fn link(
        &self,
        _entry: Wide,
        _profile: Wide,
        _libraries: Array<Wide>,
        _library_count: u32,
        _arguments: Array<Wide>,
        _count: u32,
        out: Out<Object>,
    ) -> Result<(), Status> {
        out.set_if_wanted(Object::NULL);
        Err(E_NOTIMPL)
    }
}

impl Class for Linker {
    const TABLES: [Table; 4] = [Self::TABLE; 4];

    fn facet(&self, interface: &Guid) -> Option<usize> {
        (*interface == IDXC_LINKER).then_some(0)
    }
}

/// Reads files of debug information that belong to DXIL.
pub(crate) struct PdbUtils {
    pub(crate) _home: Option<Allocator>,
}

/// Functions that have nothing to tell, as nothing can be loaded. Their arguments are left out of their types: by C's calling
/// convention the caller cleans up behind itself.
macro_rules! nothing_to_tell {
    ($($function:ident)*) => {
        $(fn $function(&self) -> Result<(), Status> {
            Err(E_NOT_VALID_STATE)
        })*
    };
}

impl PdbUtils {
    interface! {
        /// `IDxcPdbUtils2`
        NEWEST of PdbUtils, facet 0:
            load(pdb: Object) -> Result<(), Status>;
            get_source_count() -> Result<(), Status>;
            get_source() -> Result<(), Status>;
            get_source_name() -> Result<(), Status>;
            get_library_pdb_count() -> Result<(), Status>;
            get_library_pdb() -> Result<(), Status>;
            get_flag_count() -> Result<(), Status>;
            get_flag() -> Result<(), Status>;
            get_arg_count() -> Result<(), Status>;
            get_arg() -> Result<(), Status>;
            get_arg_pair_count() -> Result<(), Status>;
            get_arg_pair() -> Result<(), Status>;
            get_define_count() -> Result<(), Status>;
            get_define() -> Result<(), Status>;
            get_target_profile() -> Result<(), Status>;
            get_entry_point() -> Result<(), Status>;
            get_main_file_name() -> Result<(), Status>;
            get_hash() -> Result<(), Status>;
            get_name() -> Result<(), Status>;
            get_version_info() -> Result<(), Status>;
            get_custom_toolchain_id() -> Result<(), Status>;
            get_custom_toolchain_data() -> Result<(), Status>;
            get_whole_dxil() -> Result<(), Status>;
            is_full_pdb() -> bool;
            is_pdb_ref() -> bool;
    }
    interface! {
        /// `IDxcPdbUtils`
        OLDER of PdbUtils, facet 1:
            load(pdb: Object) -> Result<(), Status>;
            get_source_count() -> Result<(), Status>;
            get_source() -> Result<(), Status>;
            get_source_name() -> Result<(), Status>;
            get_flag_count() -> Result<(), Status>;
            get_flag() -> Result<(), Status>;
            get_arg_count() -> Result<(), Status>;
            get_arg() -> Result<(), Status>;
            get_arg_pair_count() -> Result<(), Status>;
            get_arg_pair() -> Result<(), Status>;
            get_define_count() -> Result<(), Status>;
            get_define() -> Result<(), Status>;
            get_target_profile() -> Result<(), Status>;
            get_entry_point() -> Result<(), Status>;
            get_main_file_name() -> Result<(), Status>;
            get_hash() -> Result<(), Status>;
            get_name() -> Result<(), Status>;
            is_full_pdb() -> bool;
            get_full_pdb() -> Result<(), Status>;
            get_version_info() -> Result<(), Status>;
            set_compiler() -> Result<(), Status>;
            compile_for_full_pdb() -> Result<(), Status>;
            override_args() -> Result<(), Status>;
            override_root_signature() -> Result<(), Status>;
    }
    nothing_to_tell! {
        get_source_count get_source get_source_name get_library_pdb_count get_library_pdb get_flag_count get_flag
        get_arg_count get_arg get_arg_pair_count get_arg_pair get_define_count get_define get_target_profile
        get_entry_point get_main_file_name get_hash get_name get_version_info get_custom_toolchain_id
        get_custom_toolchain_data get_whole_dxil get_full_pdb set_compiler compile_for_full_pdb override_args
        override_root_signature
    }

    fn load(&self, _pdb: Object) -> Result<(), Status> {
        Err(E_INVALIDARG)
    }

    fn is_full_pdb(&self) -> bool {
        false
    }

    fn is_pdb_ref(&self) -> bool {
        false
    }
}

impl Class for PdbUtils {
    const TABLES: [Table; 4] = [Self::NEWEST, Self::OLDER, Self::NEWEST, Self::NEWEST];

    fn facet(&self, interface: &Guid) -> Option<usize> {
        match *interface {
            IDXC_PDB_UTILS2 => Some(0),
            IDXC_PDB_UTILS => Some(1),
            _ => None,
        }
    }
}
