//! The shader on a driver gives what the processor gives. Where there is no driver the test is ignored, and its name says so.

use ash_compute_example::{row, simulate, simulate_here, world};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let has_driver = matches!(simulate(&mut row(1), &world(), 0.0, 1, 1.0), Ok(true) | Err(_));
    let note = if has_driver { "" } else { " (there is no Vulkan driver)" };
    let trial = Trial::test(format!("the driver gives what the processor gives{note}"), agrees);
    libtest_mimic::run(&Arguments::from_args(), vec![trial.with_ignored_flag(!has_driver)]).exit();
}

fn agrees() -> Result<(), Failed> {
    let (mut there, mut here) = (row(1000), row(1000));
    simulate(&mut there, &world(), 0.02, 100, 0.8)?;
    simulate_here(&mut here, &world(), 0.02, 100, 0.8);
    for (number, (there, here)) in there.iter().zip(&here).enumerate() {
        let is_close = (0..3).all(|axis| (there.place[axis] - here.place[axis]).abs() < 1e-3);
        if !is_close || there.rebounds != here.rebounds || here.rebounds == 0 {
            return Err(format!("body {number}: {there:?} there, {here:?} here").into());
        }
    }
    Ok(())
}
