//@ run: -T cs_6_0
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
//~ fatal error[E1053]: this is WGSL, not HLSL
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    data[id.x] = data[id.x] * 2u;
}
