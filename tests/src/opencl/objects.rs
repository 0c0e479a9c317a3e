//! Reference-counted objects of OpenCL.

use super::api::{Api, Handle, Release};
use std::sync::Arc;

/// An object.
pub(super) struct Object {
    /// Keeps the loader's library open.
    _api: Arc<Api>,
    handle: Handle,
    release: Release,
}

impl Object {
    /// A new object, with the function that releases it.
    pub(super) fn new(api: &Arc<Api>, handle: Handle, release: Release) -> Self {
        Object { _api: Arc::clone(api), handle, release }
    }

    pub(super) fn handle(&self) -> Handle {
        self.handle
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        // SAFETY: the object is this one's own, and OpenCL counts who else uses it.
        unsafe { (self.release)(self.handle) };
    }
}
