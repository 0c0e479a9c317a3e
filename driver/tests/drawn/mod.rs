//! A folder for files of a test, and draws in it.

/// A folder that is removed at the end.
pub(crate) struct Folder(pub(crate) std::path::PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("hlsl2spirv-drawn-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).unwrap();
    }

    /// Runs the command here. Returns its status, what it printed, and what it said.
    pub(crate) fn call(&self, line: &str) -> (i32, String, String) {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_hlsl2spirv"))
            .args(line.split_whitespace())
            .current_dir(&self.0)
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
    }

    /// Draws in both engines, which must give the same bytes. Returns the texels of eight bits.
    pub(crate) fn drawn(&self, line: &str) -> Vec<u8> {
        let of = |engine: &str| {
            let (status, _, said) = self.call(&format!("draw {line} --engine {engine} --out {engine}.raw"));
            assert_eq!(status, 0, "{line}: {said}");
            std::fs::read(self.0.join(format!("{engine}.raw"))).unwrap()
        };
        let (compiled, interpreted) = (of("compiled"), of("interpreter"));
        assert_eq!(compiled, interpreted, "{line}");
        compiled
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
