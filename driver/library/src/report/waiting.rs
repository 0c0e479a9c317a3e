//! Progress line on a terminal for long waits.

use std::io::{IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The delay until the line appears.
pub const PATIENCE: Duration = Duration::from_secs(1);

/// The interval between updates of the line.
const PERIOD: Duration = Duration::from_millis(250);

/// A wait; dropping it removes the line.
#[cfg_attr(not(feature = "runner"), allow(unreachable_pub, reason = "programs with the runner use it"))]
pub struct Waiting {
    /// Closes when dropped, which ends the thread; `None` without a terminal.
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

/// The text to show after some time.
type Line = Box<dyn Fn(Duration) -> Option<String> + Send>;

impl Waiting {
    /// Shows the function's text on a terminal, as soon as there is any, with the elapsed time. The function gets the
    /// elapsed time.
    pub fn on_terminal(line: impl Fn(Duration) -> Option<String> + Send + 'static) -> Self {
        Self::of_line(Box::new(line))
    }

    // No copy of it is in the crates that show lines.
    fn of_line(line: Line) -> Self {
        if std::io::stderr().is_terminal() { Self::on(std::io::stderr(), line) } else { Waiting { thread: None } }
    }

    fn on(mut out: impl Write + Send + 'static, line: Line) -> Self {
        let (sender, receiver) = channel::<()>();
        let begun = Instant::now();
        let show = move || {
            let mut shown = 0;
            while receiver.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout) {
                let text = line(begun.elapsed()).unwrap_or_default();
                let (width, text) = (text.chars().count(), base::visible::text(&text).into_owned());
                if width.max(shown) > 0 {
                    let _ = write!(out, "\r{text:shown$}").and_then(|()| out.flush());
                }
                shown = width;
            }
            if shown > 0 {
                let _ = write!(out, "\r{:shown$}\r", "").and_then(|()| out.flush());
            }
        };
        // Without a thread nothing is shown.
        let thread = std::thread::Builder::new().spawn(show).ok();
        Waiting { thread: thread.map(|thread| (sender, thread)) }
    }

    /// Does some work, with a progress line after a second.
    #[cfg(feature = "runner")]
    pub fn long<T>(what: &str, work: impl FnOnce() -> T) -> T {
        let waiting = Self::for_work(what.to_owned());
        let result = work();
        drop(waiting);
        result
    }

    #[cfg(feature = "runner")]
    fn for_work(what: String) -> Self {
        Self::on_terminal(move |since| (since >= PATIENCE).then(|| format!("{what}, {:.1} s", since.as_secs_f64())))
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.thread.take() {
            drop(sender);
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Screen(Arc<Mutex<Vec<u8>>>);

    impl Write for Screen {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_line_appears_late_and_goes_away() {
        let screen = Screen::default();
        let waiting =
            Waiting::on(screen.clone(), Box::new(|since| (since >= 2 * PERIOD).then(|| "wait\u{1b}".to_owned())));
        std::thread::sleep(4 * PERIOD);
        drop(waiting);
        let text = String::from_utf8(screen.0.lock().unwrap().clone()).unwrap();
        assert!(text.starts_with("\rwait\u{fffd}") && text.ends_with("\r     \r"), "{text:?}");
        let screen = Screen::default();
        drop(Waiting::on(screen.clone(), Box::new(|_| Some("nothing".to_owned()))));
        assert!(screen.0.lock().unwrap().is_empty(), "what is quick shows nothing");
    }
}
