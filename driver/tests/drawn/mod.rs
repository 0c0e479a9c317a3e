//! Draws in a folder.

use crate::support::Folder;

impl Folder {
    /// Draws in both engines, which must give the same bytes. Returns the texels of eight bits.
    pub(crate) fn drawn(&self, line: &str) -> Vec<u8> {
        let of = |engine: &str| {
            let (status, _, said) = self.call(&format!("draw {line} --engine {engine} --out {engine}.raw"));
            assert_eq!(status, 0, "{line}: {said}");
            self.read(format!("{engine}.raw"))
        };
        let (compiled, interpreted) = (of("compiled"), of("interpreter"));
        assert_eq!(compiled, interpreted, "{line}");
        compiled
    }
}
