//! GNU make's job server, which limits how many jobs all programs of a build run at once.
//!
//! A slot is a byte of a pipe: the process that takes it may run one job, and writes it back afterwards. `MAKEFLAGS` names the pipe as
//! a path (`--jobserver-auth=fifo:PATH`) or as two open descriptors (`--jobserver-auth=R,W`, `--jobserver-fds` in older
//! versions), which are opened anew by their paths (https://www.gnu.org/software/make/manual/html_node/POSIX-Jobserver.html).
//!
//! The crate `jobserver` takes the descriptors by their numbers, which is unsafe where something else may have them, and brings
//! two more crates; this is 60 lines.

use std::fs::File;
use std::io::{self, Read, Write};
use std::sync::Mutex;

/// The two ends of the pipe.
#[derive(Debug)]
pub(super) struct JobServer {
    /// One thread at a time waits for a slot.
    slots: Mutex<File>,
    back: Mutex<File>,
}

/// A slot, which goes back when it is dropped. Without a byte, the server has gone, and nothing limits the jobs any more.
pub(super) struct Slot<'a> {
    server: &'a JobServer,
    byte: Option<u8>,
}

impl JobServer {
    /// The server of the make or cargo that has called this process, if one has.
    pub(super) fn of_environment() -> Option<Self> {
        // Cargo has a name of its own for it, as not all programs that it starts know the form.
        let flags = ["CARGO_MAKEFLAGS", "MAKEFLAGS"].into_iter().find_map(|name| paths(&std::env::var(name).ok()?));
        let (slots, back) = flags?;
        let open = |path: &str, writes: bool| -> io::Result<File> {
            // Opening one end of a path alone would wait for the other.
            File::options().read(!writes || slots == back).write(writes || slots == back).open(path)
        };
        let (slots, back) = (open(&slots, false).ok()?, open(&back, true).ok()?);
        Some(JobServer { slots: Mutex::new(slots), back: Mutex::new(back) })
    }

    /// Waits for a slot.
    pub(super) fn slot(&self) -> Slot<'_> {
        let mut byte = [0];
        let read = self.slots.lock().map(|mut slots| slots.read_exact(&mut byte));
        Slot { server: self, byte: matches!(read, Ok(Ok(()))).then_some(byte[0]) }
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        if let (Some(byte), Ok(mut back)) = (self.byte, self.server.back.lock()) {
            // A build that has ended needs no slots.
            let _ = back.write_all(&[byte]);
        }
    }
}

/// The paths of both ends that the flags of make name; the last ones count.
fn paths(flags: &str) -> Option<(String, String)> {
    let value = |word: &str| {
        let value = word.strip_prefix("--jobserver-auth=").or_else(|| word.strip_prefix("--jobserver-fds="))?;
        Some(value.to_owned())
    };
    let value = flags.split_whitespace().filter_map(value).next_back()?;
    if let Some(path) = value.strip_prefix("fifo:") {
        return Some((path.to_owned(), path.to_owned()));
    }
    let (read, write) = value.split_once(',')?;
    let descriptor = |number: &str| Some(format!("/dev/fd/{}", number.parse::<u32>().ok()?));
    // Negative numbers tell programs that make did not take for its own kind that they have no part in it.
    Some((descriptor(read)?, descriptor(write)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_name_pipes() {
        let ends = |read: &str, write: &str| Some((read.to_owned(), write.to_owned()));
        assert_eq!(paths(" -j8 --jobserver-auth=3,4"), ends("/dev/fd/3", "/dev/fd/4"));
        assert_eq!(paths("-j --jobserver-fds=5,6 -- A=1"), ends("/dev/fd/5", "/dev/fd/6"));
        assert_eq!(paths("--jobserver-auth=3,4 --jobserver-auth=fifo:/run/make"), ends("/run/make", "/run/make"));
        for nothing in ["", "-j8", "--jobserver-auth=-2,-2", "--jobserver-auth=3"] {
            assert_eq!(paths(nothing), None, "{nothing}");
        }
    }
}
