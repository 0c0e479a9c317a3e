//! Files become modules, and their errors those of the asset. No window or adapter is needed.

use bevy_app::{App, TaskPoolPlugin};
use bevy_asset::{AssetPlugin, AssetServer, Assets, Handle, LoadState};
use bevy_shader::{Shader, Source};
use bevy_shader_example::{HlslPlugin, HlslSettings};
use std::time::{Duration, Instant};

fn app() -> App {
    let mut app = App::new();
    let assets =
        AssetPlugin { file_path: concat!(env!("CARGO_MANIFEST_DIR"), "/assets").to_owned(), ..Default::default() };
    app.add_plugins((TaskPoolPlugin::default(), assets, HlslPlugin));
    app
}

/// Loads a file: the bytes of its module, or the error.
fn load(file: &'static str, options: &[&str]) -> Result<Vec<u8>, String> {
    let mut app = app();
    let options: Vec<String> = options.iter().map(|option| (*option).to_owned()).collect();
    let builder = app.world().resource::<AssetServer>().load_builder();
    let handle: Handle<Shader> =
        builder.with_settings(move |settings: &mut HlslSettings| settings.options = options.clone()).load(file);
    let end = Instant::now() + Duration::from_secs(60);
    while Instant::now() < end {
        app.update();
        match app.world().resource::<AssetServer>().load_state(&handle) {
            LoadState::Failed(error) => return Err(error.to_string()),
            LoadState::Loaded => break,
            LoadState::NotLoaded | LoadState::Loading => std::thread::sleep(Duration::from_millis(1)),
        }
    }
    match app.world().resource::<Assets<Shader>>().get(&handle).map(|shader| &shader.source) {
        Some(Source::SpirV(bytes)) => Ok(bytes.to_vec()),
        other => Err(format!("{other:?}")),
    }
}

#[test]
fn a_file_is_a_module_with_all_its_entry_points() {
    let bytes = load("tint.hlsl", &[]).expect("the file is right");
    let words: Vec<u32> = bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
    let text = hlsl2spirv::disassemble(&words).expect("the module is right");
    assert!(text.contains("OpEntryPoint Vertex %place") && text.contains("OpEntryPoint Fragment %shade"), "{text}");
}

#[test]
fn settings_are_options_of_the_compiler() {
    let plain = load("tint.hlsl", &[]).expect("the file is right");
    let tinted = load("tint.hlsl", &["-D", "TINT=float3(1, 0, 0)"]).expect("the file is right");
    assert_ne!(plain, tinted);
    let pixel = load("tint.hlsl", &["-T", "ps_6_6", "-E", "shade"]).expect("the file is right");
    assert!(pixel.len() < plain.len());
    let error = load("tint.hlsl", &["-T", "ps_9_9"]).expect_err("there is no such profile");
    assert!(error.contains("ps_9_9"), "{error}");
}

#[test]
fn errors_have_places() {
    let error = load("wrong.hlsl", &[]).expect_err("the file is wrong");
    assert!(error.contains("wrong.hlsl:2:37: error: use of undeclared identifier 'tint'"), "{error}");
}
