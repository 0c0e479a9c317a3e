//@ run: glslangValidator --target-env vulkan1.1
//@ in: 0:0 = image:4x4:r32float:f32:0,0.125,0.25,0.375,0.5,0.625,0.75,0.875,1,1.125,1.25,1.375,1.5,1.625,1.75,1.875
//@ in: 0:0 = sampler:linear,clamp
//@ in: 0:1 = image:4x4:r32float:f32:0,0.125,0.25,0.375,0.5,0.625,0.75,0.875,1,1.125,1.25,1.375,1.5,1.625,1.75,1.875
//@ in: 0:2 = sampler:nearest,wrap
//@ in: 0:3 = f32:0.125,0.125,0.25,0.5,0,0,0.9375,0.5,1.25,-0.25,0.5,0.5
//@ in: 0:4 = f32:0*24
//@ dispatch: 6
//@ out: 0:4 ~0.01 = f32:0,0,19.25,44.75,0.8125,1.125,574.75,44.75,0,0,0,44.75,1.125,1.375,977.625,44.75,0.375,1.625,416.625,44.75,0.9375,1.25,713.625,44.75
//@ run: glslc -O --target-env=vulkan1.1

#version 450
// A sampler with its image in one binding, an image and a sampler apart; gathering, fetching, sizes.
layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler2D both;
layout(binding = 1) uniform texture2D image;
layout(binding = 2) uniform sampler nearest;
layout(std430, binding = 3) readonly buffer Places { vec2 v[]; } places;
layout(std430, binding = 4) buffer Result { vec4 v[]; } result;

void main() {
    uint k = gl_GlobalInvocationID.x;
    vec2 at = places.v[k];
    vec4 around = textureGather(both, at);
    ivec2 size = textureSize(both, 0);
    result.v[k] = vec4(
        textureLod(both, at, 0.0).r,
        textureLod(sampler2D(image, nearest), at, 0.0).r,
        dot(around, vec4(1.0, 10.0, 100.0, 1000.0)),
        texelFetch(both, ivec2(2, 1), 0).r + float(size.x * 10 + size.y));
}
