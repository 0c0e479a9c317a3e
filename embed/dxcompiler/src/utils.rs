//! `IDxcUtils` and the older `IDxcLibrary`: blobs, files, lists of arguments.

use crate::arguments::{Arguments, Parts};
use crate::blob;
use crate::com::foreign::{self, Allocator, Foreign};
use crate::com::pointers::{Array, Buffer, Bytes, Define, Iid, In, Object, Out, Wide};
use crate::com::status::{DXC_E_CONTAINER_INVALID, E_FAIL, E_INVALIDARG, E_NOTIMPL, E_POINTER, Status};
use crate::com::{Class, Guid, Reference, Table, interface};
use crate::include_handler::{Disk, load_file};
use crate::stream::Stream;
use driver::internal::{TEXT_LIMIT, read_named};

/// `IDxcUtils`
pub const IDXC_UTILS: Guid = Guid::new(0x4605C4CB_2019_492A_ADA4_65F20BB7D67F);
/// `IDxcLibrary`
pub const IDXC_LIBRARY: Guid = Guid::new(0xE5204DC7_D18C_4C3C_BDFB_851673980FE7);

/// Makes what the other classes take.
pub(crate) struct Utils {
    pub(crate) home: Option<Allocator>,
}

impl Utils {
    interface! {
        /// `IDxcUtils`
        NEWEST of Utils, facet 0:
            create_blob_from_blob(blob: Object, start: u32, size: u32, out: Out<Object>) -> Result<(), Status>;
            create_blob_from_pinned(bytes: Bytes, size: u32, code_page: u32, out: Out<Object>) -> Result<(), Status>;
            move_to_blob(
                bytes: Bytes, allocator: Object, size: u32, code_page: u32, out: Out<Object>
            ) -> Result<(), Status>;
            create_blob(bytes: Bytes, size: u32, code_page: u32, out: Out<Object>) -> Result<(), Status>;
            load_file(name: Wide, code_page: In<u32>, out: Out<Object>) -> Result<(), Status>;
            create_stream(blob: Object, out: Out<Object>) -> Result<(), Status>;
            create_include_handler(out: Out<Object>) -> Result<(), Status>;
            get_blob_as_utf8(blob: Object, out: Out<Object>) -> Result<(), Status>;
            get_blob_as_wide(blob: Object, out: Out<Object>) -> Result<(), Status>;
            get_container_part(
                container: In<Buffer>, part: u32, address: Out<Bytes>, size: Out<u32>
            ) -> Result<(), Status>;
            create_reflection(container: In<Buffer>, interface: Iid, out: Out<Object>) -> Result<(), Status>;
            build_arguments(
                name: Wide, entry: Wide, profile: Wide, arguments: Array<Wide>, count: u32, defines: Array<Define>,
                define_count: u32, out: Out<Object>
            ) -> Result<(), Status>;
            get_pdb_contents(pdb: Object, hash: Out<Object>, container: Out<Object>) -> Result<(), Status>;
    }
    interface! {
        /// `IDxcLibrary`
        OLDER of Utils, facet 1:
            set_malloc(allocator: Object) -> Result<(), Status>;
            create_blob_from_blob(blob: Object, start: u32, size: u32, out: Out<Object>) -> Result<(), Status>;
            load_file(name: Wide, code_page: In<u32>, out: Out<Object>) -> Result<(), Status>;
            create_blob_from_pinned(bytes: Bytes, size: u32, code_page: u32, out: Out<Object>) -> Result<(), Status>;
            create_blob(bytes: Bytes, size: u32, code_page: u32, out: Out<Object>) -> Result<(), Status>;
            move_to_blob(
                bytes: Bytes, allocator: Object, size: u32, code_page: u32, out: Out<Object>
            ) -> Result<(), Status>;
            create_include_handler(out: Out<Object>) -> Result<(), Status>;
            create_stream(blob: Object, out: Out<Object>) -> Result<(), Status>;
            get_blob_as_utf8(blob: Object, out: Out<Object>) -> Result<(), Status>;
            get_blob_as_wide(blob: Object, out: Out<Object>) -> Result<(), Status>;
    }

    fn create_blob_from_blob(&self, blob: Object, start: u32, size: u32, out: Out<Object>) -> Result<(), Status> {
        out.set(Object::NULL)?;
        let parent = foreign::Blob(Foreign::lent(blob).ok_or(E_POINTER)?);
        let (start, size) = (start as usize, size as usize);
        if (start, size) == (0, 0) {
            return parent.0.give(out);
        }
        if start + size > parent.size() {
            return Err(E_INVALIDARG);
        }
        blob::window(parent, start, size).give(out)
    }

    fn create_blob_from_pinned(&self, bytes: Bytes, size: u32, code_page: u32, out: Out<Object>) -> Result<(), Status> {
        out.set(Object::NULL)?;
        blob::pinned(bytes, size as usize, code_page)?.give(out)
    }

    fn move_to_blob(
        &self,
        bytes: Bytes,
        allocator: Object,
        size: u32,
        code_page: u32,
        out: Out<Object>,
    ) -> Result<(), Status> {
        out.set(Object::NULL)?;
        let allocator = Foreign::lent(allocator).map(Allocator).or_else(|| self.home.clone());
        blob::taken(bytes, size as usize, code_page, allocator)?.give(out)
    }

    fn create_blob(&self, bytes: Bytes, size: u32, code_page: u32, out: Out<Object>) -> Result<(), Status> {
        out.set(Object::NULL)?;
        blob::copy(bytes.read(size as usize)?, code_page).give(out)
    }

    fn load_file(&self, name: Wide, code_page: In<u32>, out: Out<Object>) -> Result<(), Status> {
        out.set(Object::NULL)?;
        load_file(name, code_page.get(), |path| read_named(path, TEXT_LIMIT))?.give(out)
    }

    fn create_stream(&self, blob: Object, out: Out<Object>) -> Result<(), Status> {
        out.set(Object::NULL)?;
        let blob = foreign::Blob(Foreign::lent(blob).ok_or(E_POINTER)?);
        Reference::new(Stream::new(blob)).give(out)
    }

    fn create_include_handler(&self, out: Out<Object>) -> Result<(), Status> {
        Reference::new(Disk).give(out)
    }

    fn get_blob_as_utf8(&self, blob: Object, out: Out<Object>) -> Result<(), Status> {
        blob::as_text(blob, &blob::IDXC_BLOB_UTF8, out)
    }

    fn get_blob_as_wide(&self, blob: Object, out: Out<Object>) -> Result<(), Status> {
        blob::as_text(blob, &blob::IDXC_BLOB_WIDE, out)
    }

    fn get_container_part(
        &self,
        container: In<Buffer>,
        _part: u32,
        address: Out<Bytes>,
        size: Out<u32>,
    ) -> Result<(), Status> {
        address.set(Bytes::NULL)?;
        size.set(0)?;
        Err(if container.get().is_none() { E_INVALIDARG } else { DXC_E_CONTAINER_INVALID })
    }

    fn create_reflection(&self, _container: In<Buffer>, _interface: Iid, out: Out<Object>) -> Result<(), Status> {
        out.set_if_wanted(Object::NULL);
        Err(E_INVALIDARG)
    }

    #[expect(clippy::too_many_arguments, reason = "the interface has this many")]
    fn build_arguments(
        &self,
        name: Wide,
        entry: Wide,
        profile: Wide,
        arguments: Array<Wide>,
        count: u32,
        defines: Array<Define>,
        define_count: u32,
        out: Out<Object>,
    ) -> Result<(), Status> {
        out.set(Object::NULL)?;
        let list = Parts { name, entry, profile, arguments, count, defines, define_count }.into_list()?;
        Reference::new(Arguments::new(list, self.home.clone())).give(out)
    }

    fn get_pdb_contents(&self, _pdb: Object, hash: Out<Object>, container: Out<Object>) -> Result<(), Status> {
        hash.set_if_wanted(Object::NULL);
        container.set_if_wanted(Object::NULL);
        Err(E_FAIL)
    }

    fn set_malloc(&self, _allocator: Object) -> Result<(), Status> {
        Err(E_NOTIMPL)
    }
}

impl Class for Utils {
    const TABLES: [Table; 4] = [Self::NEWEST, Self::OLDER, Self::NEWEST, Self::NEWEST];

    fn facet(&self, interface: &Guid) -> Option<usize> {
        match *interface {
            IDXC_UTILS => Some(0),
            IDXC_LIBRARY => Some(1),
            _ => None,
        }
    }
}
