//! The compiler: `IDxcCompiler3` and the interfaces before it.

use crate::arguments::Parts;
use crate::blob;
use crate::com::foreign::{self, Allocator, Foreign};
use crate::com::pointers::{Array, Buffer, Define, Iid, In, Object, Out, Wide, wide_texts};
use crate::com::status::{DXC_E_CONTAINER_INVALID, E_INVALIDARG, Status};
use crate::com::{Class, Guid, IUNKNOWN, Reference, Table, interface};
use crate::compilation::Request;
use crate::outcome::{IDXC_OPERATION_RESULT, IDXC_RESULT, Kind, Outcome};
use crate::shared::Handle;
use crate::version::{self, IDXC_VERSION_INFO, IDXC_VERSION_INFO2, IDXC_VERSION_INFO3};
use driver::internal::module_words;
use std::ffi::c_void;

/// `IDxcCompiler`
pub const IDXC_COMPILER: Guid = Guid::new(0x8C210BF3_011F_4422_8D70_6F9ACB8DB617);
/// `IDxcCompiler2`
pub const IDXC_COMPILER2: Guid = Guid::new(0xA005A9D9_B8BB_4594_B5C9_0E633BEC4D37);
/// `IDxcCompiler3`
pub const IDXC_COMPILER3: Guid = Guid::new(0x228B4687_5A6A_4730_900C_9702B2203F54);

/// A compiler. Its compilations have what those of all compilers share, and nothing else.
pub(crate) struct Compiler {
    home: Option<Allocator>,
    shared: Handle,
}

impl Compiler {
    pub(crate) fn new(home: Option<Allocator>) -> Self {
        Compiler { home, shared: Handle::new() }
    }
}

impl Compiler {
    interface! {
        /// `IDxcCompiler3`
        NEWEST of Compiler, facet 0:
            compile_buffer(
                source: In<Buffer>, arguments: Array<Wide>, count: u32, includes: Object, interface: Iid, out: Out<Object>
            ) -> Result<(), Status>;
            disassemble_buffer(module: In<Buffer>, interface: Iid, out: Out<Object>) -> Result<(), Status>;
    }
    interface! {
        /// `IDxcCompiler` and `IDxcCompiler2`
        OLDER of Compiler, facet 1:
            compile_blob(
                source: Object, name: Wide, entry: Wide, profile: Wide, arguments: Array<Wide>, count: u32,
                defines: Array<Define>, define_count: u32, includes: Object, out: Out<Object>
            ) -> Result<(), Status>;
            preprocess_blob(
                source: Object, name: Wide, arguments: Array<Wide>, count: u32, defines: Array<Define>, define_count: u32,
                includes: Object, out: Out<Object>
            ) -> Result<(), Status>;
            disassemble_blob(module: Object, out: Out<Object>) -> Result<(), Status>;
            compile_with_debug(
                source: Object, name: Wide, entry: Wide, profile: Wide, arguments: Array<Wide>, count: u32,
                defines: Array<Define>, define_count: u32, includes: Object, out: Out<Object>,
                debug_name: Out<*mut c_void>, debug_blob: Out<Object>
            ) -> Result<(), Status>;
    }
    interface! {
        /// `IDxcVersionInfo` and `IDxcVersionInfo2`
        VERSION of Compiler, facet 2:
            get_version(major: Out<u32>, minor: Out<u32>) -> Result<(), Status>;
            get_flags(flags: Out<u32>) -> Result<(), Status>;
            get_commit_info(count: Out<u32>, hash: Out<*mut c_void>) -> Result<(), Status>;
    }
    interface! {
        /// `IDxcVersionInfo3`
        NAME of Compiler, facet 3:
            get_custom_version_string(text: Out<*mut c_void>) -> Result<(), Status>;
    }

    fn compile_buffer(
        &self,
        source: In<Buffer>,
        arguments: Array<Wide>,
        count: u32,
        includes: Object,
        interface: Iid,
        out: Out<Object>,
    ) -> Result<(), Status> {
        let wanted = interface.get().ok_or(E_INVALIDARG)?;
        let buffer = source.get().filter(|buffer| !buffer.bytes.is_null() || buffer.size == 0).ok_or(E_INVALIDARG)?;
        if out.is_null() || ![IDXC_RESULT, IDXC_OPERATION_RESULT, IUNKNOWN].contains(&wanted) {
            return Err(E_INVALIDARG);
        }
        let arguments = wide_texts(arguments, count)?;
        let source = blob::decode(buffer.bytes.read(buffer.size)?, Some(buffer.code_page));
        self.compile(source, arguments, includes).hand_out(interface, out)
    }

    fn compile(&self, source: Result<String, Status>, arguments: Vec<String>, includes: Object) -> Reference<Outcome> {
        let includes = Foreign::lent(includes).map(foreign::IncludeHandler);
        let (home, shared) = (self.home.clone(), self.shared.get());
        Reference::new(Request { source, arguments, includes, home, shared }.run())
    }

    fn compile_parts(&self, source: Object, parts: Parts, includes: Object, out: Out<Object>) -> Result<(), Status> {
        if out.is_null() {
            return Err(E_INVALIDARG);
        }
        let source = foreign::Blob(Foreign::lent(source).ok_or(E_INVALIDARG)?);
        let text = source.bytes().and_then(|bytes| blob::decode(bytes, source.code_page()));
        self.compile(text, parts.into_list()?, includes).give(out)
    }

    #[expect(clippy::too_many_arguments, reason = "the interface has this many")]
    fn compile_blob(
        &self,
        source: Object,
        name: Wide,
        entry: Wide,
        profile: Wide,
        arguments: Array<Wide>,
        count: u32,
        defines: Array<Define>,
        define_count: u32,
        includes: Object,
        out: Out<Object>,
    ) -> Result<(), Status> {
        if profile.text().is_none() {
            return Err(E_INVALIDARG);
        }
        let parts = Parts { name, entry, profile, arguments, count, defines, define_count };
        self.compile_parts(source, parts, includes, out)
    }

    #[expect(clippy::too_many_arguments, reason = "the interface has this many")]
    fn preprocess_blob(
        &self,
        source: Object,
        name: Wide,
        arguments: Array<Wide>,
        count: u32,
        defines: Array<Define>,
        define_count: u32,
        includes: Object,
        out: Out<Object>,
    ) -> Result<(), Status> {
        if out.is_null() {
            return Err(E_INVALIDARG);
        }
        let source = foreign::Blob(Foreign::lent(source).ok_or(E_INVALIDARG)?);
        let text = source.bytes().and_then(|bytes| blob::decode(bytes, source.code_page()));
        let (entry, profile) = (Wide::NULL, Wide::NULL);
        let mut list = Parts { name, entry, profile, arguments, count, defines, define_count }.into_list()?;
        list.extend(["-P", "-Fi", "preprocessed.hlsl"].map(str::to_owned));
        if !list.iter().any(|argument| argument == "-spirv") {
            // The text is the same for any target.
            list.push("-spirv".to_owned());
        }
        self.compile(text, list, includes).give(out)
    }

    #[expect(clippy::too_many_arguments, reason = "the interface has this many")]
    fn compile_with_debug(
        &self,
        source: Object,
        name: Wide,
        entry: Wide,
        profile: Wide,
        arguments: Array<Wide>,
        count: u32,
        defines: Array<Define>,
        define_count: u32,
        includes: Object,
        out: Out<Object>,
        debug_name: Out<*mut c_void>,
        debug_blob: Out<Object>,
    ) -> Result<(), Status> {
        // SPIR-V has its debug information in the module.
        debug_name.set_if_wanted(std::ptr::null_mut());
        debug_blob.set_if_wanted(Object::NULL);
        self.compile_blob(source, name, entry, profile, arguments, count, defines, define_count, includes, out)
    }

    fn disassemble_buffer(&self, module: In<Buffer>, interface: Iid, out: Out<Object>) -> Result<(), Status> {
        let buffer = module.get().filter(|_| !out.is_null()).ok_or(E_INVALIDARG)?;
        let text = listing(buffer.bytes.read(buffer.size)?)?;
        let contents = blob::of_text(&text);
        Reference::new(Outcome::of(Kind::Disassembly, contents, self.home.clone())).hand_out(interface, out)
    }

    fn disassemble_blob(&self, module: Object, out: Out<Object>) -> Result<(), Status> {
        let module = foreign::Blob(Foreign::lent(module).filter(|_| !out.is_null()).ok_or(E_INVALIDARG)?);
        blob::of_text(&listing(module.bytes()?)?).give(out)
    }

    fn get_version(&self, major: Out<u32>, minor: Out<u32>) -> Result<(), Status> {
        version::numbers(major, minor)
    }

    fn get_flags(&self, flags: Out<u32>) -> Result<(), Status> {
        version::flags(version::COMPILER_FLAGS, flags)
    }

    fn get_commit_info(&self, count: Out<u32>, hash: Out<*mut c_void>) -> Result<(), Status> {
        version::commit(count, hash)
    }

    fn get_custom_version_string(&self, text: Out<*mut c_void>) -> Result<(), Status> {
        version::name(text)
    }
}

impl Class for Compiler {
    const TABLES: [Table; 4] = [Self::NEWEST, Self::OLDER, Self::VERSION, Self::NAME];

    fn facet(&self, interface: &Guid) -> Option<usize> {
        match *interface {
            IDXC_COMPILER3 => Some(0),
            IDXC_COMPILER | IDXC_COMPILER2 => Some(1),
            IDXC_VERSION_INFO | IDXC_VERSION_INFO2 => Some(2),
            IDXC_VERSION_INFO3 => Some(3),
            _ => None,
        }
    }
}

/// A module as text.
///
/// # Errors
/// When the bytes are not a module of SPIR-V.
fn listing(bytes: &[u8]) -> Result<String, Status> {
    let words = module_words(bytes).ok_or(DXC_E_CONTAINER_INVALID)?;
    text::listing::print(&words, text::listing::Listing::default()).map_err(|_| DXC_E_CONTAINER_INVALID)
}
