//! The inputs of an action as a tree of folders that are known by their digests.

use crate::messages::{Digest, Directory, DirectoryNode, FileNode};
use base::job::Job;
use base::sha256::Sha256;
use prost::Message;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Bytes with their digest.
pub(crate) type Blob = (Digest, Arc<[u8]>);

/// A folder. Its entries are in the order of their names, as the protocol wants them.
#[derive(Default)]
struct Folder {
    folders: BTreeMap<String, Folder>,
    files: BTreeMap<String, FileNode>,
}

/// The digest of the root of a job's inputs, and all blobs that it takes.
///
/// Returns nothing if the path of an input leads out of the root, or an input is a folder of another one.
pub(crate) fn of(job: &Job) -> Option<(Digest, Vec<Blob>)> {
    let mut root = Folder::default();
    job.folders.iter().chain([&job.folder]).try_for_each(|path| root.enter(path).map(drop))?;
    let mut blobs: Vec<Blob> = Vec::new();
    for input in &job.inputs {
        let (folder, name) = match input.path.rsplit_once('/') {
            // A path from the root of the worker.
            Some(("", _)) => return None,
            Some(parts) => parts,
            None => ("", input.path.as_str()),
        };
        let folder = root.enter(folder).filter(|folder| is_name(name) && !folder.folders.contains_key(name))?;
        let digest = Digest::new(&input.digest, input.bytes.len());
        blobs.push((digest.clone(), Arc::clone(&input.bytes)));
        let digest = Some(digest);
        let node = FileNode { name: name.to_owned(), digest, is_executable: input.is_executable };
        folder.files.insert(name.to_owned(), node);
    }
    let digest = root.close(&mut blobs);
    Some((digest, blobs))
}

impl Folder {
    /// The folder with a path, which is made if need be; none if there is a file.
    fn enter(&mut self, path: &str) -> Option<&mut Folder> {
        let names = path.split('/').filter(|_| !path.is_empty());
        let mut folder = self;
        for name in names {
            let is_free = is_name(name) && !folder.files.contains_key(name);
            folder = is_free.then(|| folder.folders.entry(name.to_owned()).or_default())?;
        }
        Some(folder)
    }

    /// The digest of the folder, after those of the folders in it.
    fn close(self, blobs: &mut Vec<Blob>) -> Digest {
        let directories = self.folders.into_iter().map(|(name, folder)| {
            let digest = Some(folder.close(blobs));
            DirectoryNode { name, digest }
        });
        let directories = directories.collect();
        blob(&Directory { files: self.files.into_values().collect(), directories }, blobs)
    }
}

/// The digest of a message, which is added to the blobs.
pub(crate) fn blob(message: &impl Message, blobs: &mut Vec<Blob>) -> Digest {
    let bytes = message.encode_to_vec();
    let digest = Digest::new(&Sha256::of(&bytes), bytes.len());
    blobs.push((digest.clone(), bytes.into()));
    digest
}

/// Returns whether a text is the name of an entry of a folder.
fn is_name(text: &str) -> bool {
    !["", ".", ".."].contains(&text) && !text.contains(['/', '\0'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::job::Input;

    fn job(paths: &[&str]) -> Job {
        let input = |path: &&str| Input {
            path: (*path).to_owned(),
            digest: Sha256::of(path.as_bytes()),
            bytes: path.as_bytes().into(),
            is_executable: *path == "tool",
        };
        Job { inputs: paths.iter().map(input).collect(), folder: "w/x".to_owned(), ..Job::default() }
    }

    #[test]
    fn folders_are_sorted_and_known_by_their_contents() {
        let (root, blobs) = of(&job(&["tool", "b/c.h", "a.h", "b/a.h"])).expect("a tree");
        let (again, _) = of(&job(&["b/a.h", "a.h", "tool", "b/c.h"])).expect("a tree");
        assert_eq!(root, again);
        let folder = |digest: &Digest| {
            let (_, bytes) = blobs.iter().find(|(other, _)| other == digest).expect("a blob");
            Directory::decode(&**bytes).expect("a folder")
        };
        let top = folder(&root);
        let names: Vec<_> = top.files.iter().map(|file| (file.name.as_str(), file.is_executable)).collect();
        assert_eq!(names, [("a.h", false), ("tool", true)]);
        let folders: Vec<_> = top.directories.iter().map(|folder| folder.name.as_str()).collect();
        assert_eq!(folders, ["b", "w"]);
        let inner = folder(top.directories[0].digest.as_ref().expect("a digest"));
        assert_eq!(inner.files.iter().map(|file| file.name.as_str()).collect::<Vec<_>>(), ["a.h", "c.h"]);
        let empty = folder(top.directories[1].digest.as_ref().expect("a digest"));
        assert_eq!(empty.directories[0].name, "x");
    }

    #[test]
    fn inputs_do_not_leave_the_root() {
        for wrong in ["../a", "/a", "a/../b", "a//b", "", "a/", "w/x", "w"] {
            assert!(of(&job(&[wrong])).is_none(), "{wrong}");
        }
    }
}
