//! Lists on a Dask cluster: runs `embed/python/tests/test_farm.py`. Without a Python that has Dask the test is ignored, and its
//! name says so; `HLSL2SPIRV_FARM_PYTHON` names one.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use std::process::Command;

fn python() -> Command {
    Command::new(std::env::var_os("HLSL2SPIRV_FARM_PYTHON").unwrap_or_else(|| "python3".into()))
}

fn has_dask() -> bool {
    python().args(["-c", "import distributed"]).output().is_ok_and(|output| output.status.success())
}

fn cluster() -> Result<(), Failed> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../embed/python/tests/test_farm.py");
    let output = python().arg(script).env("HLSL2SPIRV_COMMAND", env!("CARGO_BIN_EXE_hlsl2spirv")).output()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(()) } else { Err(said.into()) }
}

fn main() {
    let name = "lists_are_compiled_on_a_cluster";
    let trial = match has_dask() {
        true => Trial::test(name, cluster),
        false => Trial::test(format!("{name} (there is no Python with distributed)"), cluster).with_ignored_flag(true),
    };
    libtest_mimic::run(&Arguments::from_args(), vec![trial]).exit();
}
