//! A folder with a list of command lines, for the tests of caches.

use crate::support::{Folder, printed, said};
use std::fs;
use std::ops::Deref;
use std::sync::Mutex;

/// Status, what was said last, and all outputs.
pub(crate) type Ran = (Option<i32>, String, Vec<Vec<u8>>);

/// A folder with a list, and all that the last run has said.
pub(crate) struct Listed(Folder, pub(crate) Mutex<String>);

impl Listed {
    pub(crate) fn new(name: &str) -> Self {
        let files = [
            ("a.hlsl", "#include \"a.hlsli\"\nfloat4 main() : SV_Target { return VALUE + A; }\n"),
            ("inc/a.hlsli", "#define VALUE 1\n"),
            ("warned.hlsl", "float4 main(float4 x : X) : SV_Target { float2 t = x; return t.x; }\n"),
            ("list", LIST),
            ("secret", "of the build server"),
            ("out/", ""),
        ];
        Listed(Folder::with(name, &files), Mutex::default())
    }

    /// Runs the list with these options and variables, and without outputs of before. Returns status, what was said last, and all
    /// outputs.
    pub(crate) fn run_with(&self, options: &str, variables: &[(&str, &str)]) -> Ran {
        OUTPUTS.iter().for_each(|name| drop(fs::remove_file(self.join(name))));
        let mut command = self.command(["batch", "list", "-j", "1"]);
        command.args(options.split_whitespace()).env_remove("HLSL2SPIRV_CACHE_LOGIN");
        for name in ["ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "SSL_CERT_DIR", "SSL_CERT_FILE"] {
            command.env_remove(name).env_remove(name.to_lowercase());
        }
        let output = command.envs(variables.iter().copied()).output().expect("the command runs");
        let said = said(&output);
        *self.1.lock().expect("no test has failed") = said.clone() + &printed(&output);
        let last = said.lines().last().unwrap_or_default().replace("hlsl2spirv: ", "");
        let outputs = OUTPUTS.iter().map(|name| fs::read(self.join(name)).unwrap_or_default()).collect();
        (output.status.code(), last, outputs)
    }

    /// The warnings of the last run about the cache.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let said = self.1.lock().expect("no test has failed");
        said.lines().filter(|line| line.contains("is not used any more")).map(str::to_owned).collect()
    }
}

impl Deref for Listed {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.0
    }
}

pub(crate) const LIST: &str = "-T ps_6_0 -I first -I inc -D A=1 a.hlsl -Fo out/1.spv\n\
    -T ps_6_0 -I first -I inc -D A=2 a.hlsl -Fo out/2.spv\n\
    -T ps_6_0 warned.hlsl -Fo out/w.spv\n";
pub(crate) const OUTPUTS: [&str; 3] = ["out/1.spv", "out/2.spv", "out/w.spv"];
pub(crate) const COMPILED: &str = "3 compiled, 0 unchanged";
pub(crate) const FOUND: &str = "1 compiled, 0 unchanged, 2 from the cache";
