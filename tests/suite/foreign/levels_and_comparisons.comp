//@ run: glslangValidator --target-env vulkan1.1
//@ in: 0:0 = image:2x2:r32float:f32:0.25,0.75,0.25,0.75
//@ in: 0:0 = sampler:linear,clamp,less
//@ in: 0:1 = f32:0*3
//@ dispatch: 1
//@ out: 0:1 ~0.01 = f32:1,0,0.5
//@ run: glslc -O --target-env=vulkan1.1

#version 450
// A comparison with what an image of depths holds, filtered.
layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler2DShadow depths;
layout(std430, binding = 1) buffer Result { float v[]; } result;

void main() {
    result.v[0] = textureLod(depths, vec3(0.25, 0.5, 0.1), 0.0);
    result.v[1] = textureLod(depths, vec3(0.75, 0.5, 0.9), 0.0);
    result.v[2] = textureLod(depths, vec3(0.5, 0.5, 0.5), 0.0);
}
