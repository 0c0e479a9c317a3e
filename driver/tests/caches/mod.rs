//! A folder with a list of command lines, for the tests of caches.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// Status, what was said last, and all outputs.
pub(crate) type Ran = (Option<i32>, String, Vec<Vec<u8>>);

/// A folder for one test, removed at its end, and all that the last run has said.
pub(crate) struct Folder(pub(crate) PathBuf, pub(crate) Mutex<String>);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("hlsl2spirv-cache-{name}-{}", std::process::id()));
        fs::create_dir_all(path.join("out")).expect("a folder can be made");
        let folder = Folder(path, Mutex::default());
        folder.write("a.hlsl", "#include \"a.hlsli\"\nfloat4 main() : SV_Target { return VALUE + A; }\n");
        folder.write("inc/a.hlsli", "#define VALUE 1\n");
        folder.write("warned.hlsl", "float4 main(float4 x : X) : SV_Target { float2 t = x; return t.x; }\n");
        folder.write("list", LIST);
        folder.write("secret", "of the build server");
        folder
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
        fs::write(path, text).expect("a file can be written");
    }

    /// Runs the list with these options and variables, and without outputs of before. Returns status, what was said last, and all
    /// outputs.
    pub(crate) fn run_with(&self, options: &str, variables: &[(&str, &str)]) -> Ran {
        OUTPUTS.iter().for_each(|name| drop(fs::remove_file(self.0.join(name))));
        let mut command = Command::new(env!("CARGO_BIN_EXE_hlsl2spirv"));
        command
            .args(["batch", "list", "-j", "1"])
            .args(options.split_whitespace())
            .env_remove("HLSL2SPIRV_CACHE_LOGIN");
        for name in ["ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "SSL_CERT_DIR", "SSL_CERT_FILE"] {
            command.env_remove(name).env_remove(name.to_lowercase());
        }
        let command = command.envs(variables.iter().copied()).current_dir(&self.0).stdin(Stdio::null());
        let output = command.output().expect("the command runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        *self.1.lock().expect("no test has failed") = said.clone() + &String::from_utf8_lossy(&output.stdout);
        let last = said.lines().last().unwrap_or_default().replace("hlsl2spirv: ", "");
        let outputs = OUTPUTS.iter().map(|name| fs::read(self.0.join(name)).unwrap_or_default()).collect();
        (output.status.code(), last, outputs)
    }

    /// The warnings of the last run about the cache.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let said = self.1.lock().expect("no test has failed");
        said.lines().filter(|line| line.contains("is not used any more")).map(str::to_owned).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) const LIST: &str = "-T ps_6_0 -I first -I inc -D A=1 a.hlsl -Fo out/1.spv\n\
    -T ps_6_0 -I first -I inc -D A=2 a.hlsl -Fo out/2.spv\n\
    -T ps_6_0 warned.hlsl -Fo out/w.spv\n";
pub(crate) const OUTPUTS: [&str; 3] = ["out/1.spv", "out/2.spv", "out/w.spv"];
pub(crate) const COMPILED: &str = "3 compiled, 0 unchanged";
pub(crate) const FOUND: &str = "1 compiled, 0 unchanged, 2 from the cache";
