//! Commands of the user that say something about a file: run in a shell of their own, with a deadline and a memory limit.

use std::io;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The interval at which a running command is examined.
const PERIOD: Duration = Duration::from_millis(2);

/// A command about files.
#[derive(Clone, Debug)]
pub(super) struct Predicate {
    /// The command, in which `{}` is the file.
    pub(super) command: String,
    /// The time that it has.
    pub(super) deadline: Duration,
    /// The memory that it has, in MiB, where the shell can say so.
    #[cfg_attr(not(unix), expect(dead_code, reason = "only `ulimit` of Unix shells limits memory"))]
    pub(super) memory: u64,
}

/// What a command says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It has succeeded.
    Yes,
    /// It has failed.
    No,
    /// It was ended at its deadline.
    Late,
}

impl Predicate {
    /// Runs the command for a file.
    ///
    /// # Errors
    /// When there is no shell.
    pub(super) fn run(&self, file: &Path) -> io::Result<Verdict> {
        let mut child = self.started(file)?;
        let start = Instant::now();
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(verdict(status));
            }
            if start.elapsed() >= self.deadline {
                end(&mut child);
                return Ok(Verdict::Late);
            }
            std::thread::sleep(PERIOD);
        }
    }

    #[cfg(unix)]
    fn started(&self, file: &Path) -> io::Result<Child> {
        use std::os::unix::process::CommandExt;
        let quoted = format!("'{}'", file.display().to_string().replace('\'', "'\\''"));
        // A shell that cannot limit memory goes on without a limit.
        let limited = format!("ulimit -v {} 2>/dev/null\n{}", self.memory * 1024, self.command.replace("{}", &quoted));
        let mut command = Command::new("/bin/sh");
        command.arg("-c").arg(limited).process_group(0);
        quiet(&mut command).spawn()
    }

    #[cfg(not(unix))]
    fn started(&self, file: &Path) -> io::Result<Child> {
        let quoted = format!("\"{}\"", file.display());
        let mut command = Command::new("cmd");
        command.arg("/C").arg(self.command.replace("{}", &quoted));
        quiet(&mut command).spawn()
    }
}

fn quiet(command: &mut Command) -> &mut Command {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null())
}

fn verdict(status: ExitStatus) -> Verdict {
    if status.success() { Verdict::Yes } else { Verdict::No }
}

/// Ends a command with all that it has started.
fn end(child: &mut Child) {
    #[cfg(unix)]
    {
        // A process group has the number of its first process. The program `kill` of procps takes `-1234` for `-1`, which
        // is every process of the user; that of the shell does not.
        let group = format!("kill -s KILL -- -{}", child.id());
        let _ = quiet(Command::new("/bin/sh").arg("-c").arg(group)).status();
    }
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn verdict_of(command: &str, deadline: f64) -> (Verdict, Duration) {
        let predicate =
            Predicate { command: command.to_owned(), deadline: Duration::from_secs_f64(deadline), memory: 512 };
        let start = Instant::now();
        (predicate.run(Path::new("/tmp/it's a file.hlsl")).unwrap(), start.elapsed())
    }

    #[test]
    fn commands_succeed_and_fail() {
        assert_eq!(verdict_of("true", 5.0).0, Verdict::Yes);
        assert_eq!(verdict_of("no-such-command {}", 5.0).0, Verdict::No);
        assert_eq!(verdict_of("test {} = \"/tmp/it's a file.hlsl\"", 5.0).0, Verdict::Yes);
        assert_eq!(verdict_of("kill -SEGV $$", 5.0).0, Verdict::No);
    }

    #[test]
    fn commands_that_hang_are_ended_with_their_children() {
        let (verdict, time) = verdict_of("sleep 60 & wait", 0.1);
        assert!(verdict == Verdict::Late && time < Duration::from_secs(20), "{verdict:?} {time:?}");
    }

    #[test]
    fn commands_do_not_get_all_memory() {
        let (verdict, _) = verdict_of("head -c 2000000000 /dev/zero | tail -c 2000000000 > /dev/null", 30.0);
        assert_eq!(verdict, Verdict::No);
    }
}
