//! Gives the shared library the name that programs linked with it ask for, and keeps it in the process once it is loaded.
//!
//! Tables that are made at their first use stay until the process ends. A library that went and came back would make them
//! anew each time, and unloading is where other libraries of this kind crash.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libdxcompiler.so,-z,nodelete");
    }
}
