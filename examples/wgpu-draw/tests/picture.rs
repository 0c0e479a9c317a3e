//! Each pixel has the colour that the processor works out. Where there is no adapter the test is ignored, and its name says
//! so.

use libtest_mimic::{Arguments, Failed, Trial};
use wgpu_draw_example::{SIDE, Scene, draw};

/// Rounding to 255ths, and what filters and interpolation may differ by.
const TOLERANCE: f32 = 1.0;

fn main() {
    let empty = Scene { tiles: Scene::rows().tiles[..1].to_vec(), ..Scene::rows() };
    let has_adapter = !matches!(draw(&empty), Ok(None));
    let note = if has_adapter { "" } else { " (there is no adapter)" };
    let trial = Trial::test(format!("pixels have the colours of the tiles{note}"), agrees);
    libtest_mimic::run(&Arguments::from_args(), vec![trial.with_ignored_flag(!has_adapter)]).exit();
}

fn agrees() -> Result<(), Failed> {
    let scene = Scene::rows();
    let pixels = draw(&scene)?.ok_or("there is no adapter")?;
    let mut lit = 0;
    for (at, pixel) in (0..).zip(&pixels) {
        let (x, y) = (at % SIDE, at / SIDE);
        let expected = scene.pixel(x, y).map(|value| value * 255.0);
        let is_close = (0..3).all(|channel| (f32::from(pixel[channel]) - expected[channel]).abs() <= TOLERANCE);
        if !is_close || pixel[3] != 255 {
            return Err(format!("pixel {x}, {y} is {pixel:?}, not {expected:?}").into());
        }
        lit += u32::from(expected.iter().any(|value| *value > 0.0));
    }
    match lit == SIDE * SIDE / 4 {
        true => Ok(()),
        false => Err(format!("{lit} pixels belong to tiles").into()),
    }
}
