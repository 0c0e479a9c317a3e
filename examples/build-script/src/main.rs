//! Prints how large its shader is; a real program would hand the words to Vulkan.

include!(concat!(env!("OUT_DIR"), "/shaders.rs"));

fn main() {
    println!("fill.hlsl: {} words, version {:#x}", FILL_MAIN.len(), FILL_MAIN[1]);
}
