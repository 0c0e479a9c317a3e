//! Libraries that are loaded at run time; none where the system has none, as in WebAssembly.
//!
//! Must not know what is in them.

#[cfg(any(unix, windows))]
pub(super) use libloading::Library;

#[cfg(not(any(unix, windows)))]
pub(super) use absent::Library;

#[cfg(not(any(unix, windows)))]
mod absent {
    use std::convert::Infallible;
    use std::ops::Deref;
    use std::path::Path;

    /// A library that cannot be.
    pub(in crate::jit) struct Library(Infallible);

    impl Library {
        /// Refuses to load it. The functions have the signatures of those of the crate `libloading`.
        pub(in crate::jit) unsafe fn new(_: &Path) -> Result<Library, &'static str> {
            Err("this system loads no libraries")
        }

        pub(in crate::jit) unsafe fn get<T>(&self, _: &[u8]) -> Result<Symbol<T>, &'static str> {
            match self.0 {}
        }
    }

    /// A function of such a library.
    pub(in crate::jit) struct Symbol<T>(Infallible, std::marker::PhantomData<T>);

    impl<T> Deref for Symbol<T> {
        type Target = T;

        fn deref(&self) -> &T {
            match self.0 {}
        }
    }
}
